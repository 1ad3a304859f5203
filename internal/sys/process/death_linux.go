package process

import (
	"runtime"
	"syscall"
)

// signalAtDeath asks for the parent-death signal (prctl(2)). The kernel sends it when the *thread* that forked ends, so
// the thread is kept until release.
func signalAtDeath(attributes *syscall.SysProcAttr, signal syscall.Signal) (release func()) {
	attributes.Pdeathsig = signal
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
