package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"stead/reach/member"
)

const (
	// memberLook is how often a node checks whether it is still a member. lockLook is how often a command that leaves the
	// hub checks whether the node has ended.
	memberLook = 500 * time.Millisecond
	lockLook   = 50 * time.Millisecond
	// mostEnding is how long a node may take to end. Killed is how long the system may take to release the lock of a node
	// that was killed: the lock goes with the node's memory.
	mostEnding = 15 * time.Second
	killed     = 3 * time.Second
)

// ErrLeft says that this machine is no longer the member that its node began as.
var ErrLeft = errors.New("this machine has left the hub, or joined again: its node ends")

// whileMember returns a context that ends, with ErrLeft as its cause, when the machine is no longer the member m.
// Release ends the checks.
func whileMember(ctx context.Context, data string, m member.Member) (within context.Context, release func()) {
	within, end := context.WithCancelCause(ctx)
	go func() {
		ticks := time.NewTicker(memberLook)
		defer ticks.Stop()
		for {
			select {
			case <-within.Done():
				return
			case <-ticks.C:
			}
			now, err := member.Load(data)
			if errors.Is(err, member.ErrNone) || err == nil && now.Key != m.Key {
				end(ErrLeft)
			}
		}
	}()
	return within, func() { end(nil) }
}

// lockOf returns the lock that the node of a home holds. Two nodes would take each other's connections.
func lockOf(data string) *flock.Flock {
	return flock.New(filepath.Join(data, "reach", "node.lock"), flock.SetPermissions(0o600))
}

// ErrRuns says that another process is the node of this home.
var ErrRuns = errors.New("a node of this home runs already")

// become takes the lock, or returns an error if another process has it. It waits for a process that was killed a moment
// ago.
func become(ctx context.Context, data string) (*flock.Flock, error) {
	lock := lockOf(data)
	if err := os.MkdirAll(filepath.Dir(lock.Path()), 0o700); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, killed)
	defer cancel()
	_, err := lock.TryLockContext(within, lockLook)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrRuns
	}
	return lock, err
}

// Await waits until no node of this home runs. A node ends by itself once the machine has left.
func Await(ctx context.Context, data string) error {
	lock := lockOf(data)
	if _, err := os.Stat(lock.Path()); err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, mostEnding)
	defer cancel()
	isFree, err := lock.TryLockContext(ctx, lockLook)
	if isFree {
		return lock.Unlock()
	}
	return fmt.Errorf("the machine has left, but its node still runs after %v: end the process `stead node`: %w",
		mostEnding, err)
}
