package process

import (
	"runtime"
	"syscall"
)

// signalAtDeath asks for the parent-death signal (prctl(2)). It is sent when the *thread* ends that forked, so that is
// kept until release.
func signalAtDeath(attributes *syscall.SysProcAttr, signal syscall.Signal) (release func()) {
	attributes.Pdeathsig = signal
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
