package claude

import "stead/inject"

var _ inject.CallAnnouncer = Driver{}

// Calls implements inject.CallAnnouncer: Claude Code writes its records some 100 ms late, and a command may have run by
// then (2.1.197).
func (Driver) Calls(line []byte) []inject.Call { return inject.BlocksOfCalls(line) }
