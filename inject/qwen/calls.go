package qwen

import "stead/inject"

var _ inject.CallAnnouncer = Driver{}

// Calls implements inject.CallAnnouncer. No record holds a call that is killed together with the CLI (0.15.10).
func (Driver) Calls(line []byte) []inject.Call { return inject.BlocksOfCalls(line) }
