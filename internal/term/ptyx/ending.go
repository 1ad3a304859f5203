package ptyx

import "stead/internal/sys/wake"

// ending is the end of a program: whether it has come, and how.
type ending struct {
	exited *wake.Event   // for pollers
	done   chan struct{} // for selects; closed after exit is set
	exit   Exit
}

func (e *ending) isOver() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// publish reports the program's end to all waiters.
func (e *ending) publish(exit Exit) {
	e.exit = exit
	close(e.done)
	e.exited.Fire()
}
