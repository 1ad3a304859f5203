package qwen

import "stead/inject"

var _ inject.CallAnnouncer = Driver{}

// Calls implements inject.CallAnnouncer: a call that is killed with the CLI stands in no record (0.15.10).
func (Driver) Calls(line []byte) []inject.Call { return inject.BlocksOfCalls(line) }
