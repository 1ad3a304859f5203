package others

import (
	"sync"
	"time"

	"stead/internal/sys/wake"
)

// demand knows whether somebody looks: nobody is asked for nothing.
type demand struct {
	now func() time.Time
	// came tells that somebody looks now.
	came chan struct{}

	access sync.Mutex
	// looking counts who looks on, looked is when somebody has last asked for a list.
	looking int
	looked  time.Time
}

// look notes that one more looks on, or one less.
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
