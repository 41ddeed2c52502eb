extends 'by_path.gd'

@rpc
func of_spaces(a):
  if a:
      match a:
        1: pass
        _:
          print("""func hidden():
@rpc func hidden_too(): pass""")

@rpc
func after_all(): pass
