package others

import (
	"sync"
	"time"

	"stead/internal/sys/wake"
)

// demand knows whether anybody is watching. Machines are asked only then.
type demand struct {
	now func() time.Time
	// came receives a signal when somebody starts watching.
	came chan struct{}

	access sync.Mutex
	// looking counts the watchers. Looked is when a list was last requested.
	looking int
	looked  time.Time
}

// look adds more, which is 1, 0 or -1, to the number of watchers.
func (d *demand) look(more int) {
	d.access.Lock()
	defer d.access.Unlock()
	wasThere := d.isWatched()
	d.looking += more
	d.looked = d.now()
	if !wasThere {
		wake.Notify(d.came)
	}
}

func (d *demand) isThere() bool {
	d.access.Lock()
	defer d.access.Unlock()
	return d.isWatched()
}

func (d *demand) isWatched() bool { return d.looking > 0 || d.now().Sub(d.looked) < lately }
