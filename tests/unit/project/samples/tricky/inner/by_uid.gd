extends Kit
const Kit = preload("uid://ctr1ckyk1t00")
@rpc func of_uid(): pass
