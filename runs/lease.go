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

// Lease says how long a run may be worked on that came from another machine, and that yet another one may go on with
// when this one is away. The machine's node writes it and goes on writing it; whoever supervises the run reads it, so
// that it holds also while the node is stopped.
type Lease struct {
	// Until is its end, by [process.SinceBoot].
	Until time.Duration `json:"until"`
	// Elsewhere is the machine that has taken the run over. Empty where none has.
	Elsewhere string `json:"elsewhere,omitempty"`
}

// HasEnded reports whether nobody here may count on the run any more.
func (l Lease) HasEnded() bool { return l.Elsewhere != "" || process.SinceBoot() >= l.Until }

func (f Folder) lease(id string) string { return filepath.Join(f.Dir(id), "lease.json") }

// Lease returns the lease of a run. Ok is false for a run that needs none. Errors are those of the file.
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

// ForgetLease removes the lease of a run. One that has none is no error.
func (f Folder) ForgetLease(id string) error {
	if err := os.Remove(f.lease(id)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// EndedWithLease reports whether a run was ended because its lease could not be renewed, and no other machine is known
// to have taken it over: it can be resumed here.
func (r Run) EndedWithLease() bool {
	return r.Status == Interrupted && r.Elsewhere == "" && r.Reason == LeaseReason(r.ID, "")
}

// LeaseReason says why a run was ended with its lease, and how it goes on. Elsewhere is as in [Lease].
func LeaseReason(id, elsewhere string) string {
	if elsewhere != "" {
		return fmt.Sprintf("%s has taken the run over, and goes on with it; run:%s keeps what was done here", elsewhere, id)
	}
	return "ended here: stead node could not renew the run's lease at the hub, so another machine may go on with it; here goes on: stead run --resume " + id
}
