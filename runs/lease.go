package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/process"
	"stead/internal/sys/regular"
)

// Lease limits how long this machine may work on a run that came from another machine, and that a third one may
// continue when this one is offline. The machine's node writes and renews it. The supervisor of the run reads it, so
// the limit applies even while the node is stopped.
type Lease struct {
	// Until is the end of the lease, in terms of [process.SinceBoot].
	Until time.Duration `json:"until"`
	// Elsewhere is the machine that has taken over the run. It is empty if none has.
	Elsewhere string `json:"elsewhere,omitempty"`
}

// HasEnded reports whether this machine may no longer work on the run.
func (l Lease) HasEnded() bool { return l.Elsewhere != "" || process.SinceBoot() >= l.Until }

func (f Folder) lease(id string) string { return filepath.Join(f.Dir(id), "lease.json") }

// Lease returns the lease of a run. Ok is false if the run needs none. Errors are those of the file.
func (f Folder) Lease(id string) (l Lease, ok bool, err error) {
	text, err := regular.ReadFile(f.lease(id))
	if errors.Is(err, os.ErrNotExist) {
		return l, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &l)
	}
	return l, err == nil, err
}

// KeepLease writes the lease of a run. Errors are those of the file.
func (f Folder) KeepLease(id string, l Lease) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return atomicfile.Replace(f.lease(id), text)
}

// ForgetLease removes the lease of a run. It is not an error if there is none.
func (f Folder) ForgetLease(id string) error {
	if err := os.Remove(f.lease(id)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// EndedWithLease reports whether a run ended because its lease could not be renewed, and no other machine is known to
// have taken it over. It can be resumed here.
func (r Run) EndedWithLease() bool {
	return r.Status == Interrupted && r.Elsewhere == "" && r.Reason == LeaseReason(r.ID, "")
}

// LeaseReason says why a run ended with its lease, and how to continue. Elsewhere is as in [Lease].
func LeaseReason(id, elsewhere string) string {
	if elsewhere != "" {
		return fmt.Sprintf("%s has taken the run over, and goes on with it; run:%s keeps what was done here", elsewhere, id)
	}
	return "ended here: stead node could not renew the run's lease at the hub, so another machine may go on with it; here goes on: stead run --resume " + id
}
