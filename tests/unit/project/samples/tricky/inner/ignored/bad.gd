class_name TrickyDerived
@rpc func must_not_be_read(): pass
