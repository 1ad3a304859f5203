package injection

import (
	"fmt"
	"sync"
)

// Proof collects the signs by which a CLI shows which session it took. Several CLIs silently start an empty session if
// they do not find the requested one, so a run without proof is a failed run. It is safe for concurrent use.
type Proof struct {
	// Wanted is the id of the injected session. New reports that the CLI itself was to create a session with this id.
	Wanted string
	New    bool

	once  sync.Once
	known chan struct{}
	mu    sync.Mutex
	taken string
}

// NewProof returns a proof without signs yet.
func NewProof(wanted string) *Proof { return &Proof{Wanted: wanted, known: make(chan struct{})} }

// Saw records a sign that the CLI is working on the session with that id. Only the first sign counts, because the user
// may open other sessions later.
func (p *Proof) Saw(id string) {
	p.once.Do(func() {
		p.mu.Lock()
		p.taken = id
		p.mu.Unlock()
		close(p.known)
	})
}

// Known is closed as soon as there is a sign.
func (p *Proof) Known() <-chan struct{} { return p.known }

// Err returns nil if the CLI took the injected session, and otherwise ErrUnconfirmed with what is known.
func (p *Proof) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.taken == p.Wanted:
		return nil
	case p.taken == "" && p.New:
		return fmt.Errorf("%w: the CLI ended before it showed that it had begun session %s", ErrUnconfirmed, p.Wanted)
	case p.taken == "":
		return fmt.Errorf("%w: the CLI ended before it showed that it took session %s", ErrUnconfirmed, p.Wanted)
	default:
		return fmt.Errorf("%w: the CLI continued session %s instead of %s", ErrUnconfirmed, p.taken, p.Wanted)
	}
}
