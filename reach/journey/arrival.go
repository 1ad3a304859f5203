package journey

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/forks/worktree/travel"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/internal/term/plain"
	"stead/reach/parcel"
	"stead/runs"
)

// Arrival is a session, or work, or both, that has come from another machine.
type Arrival struct {
	ID string `json:"id"`
	// Job is the job of the queue that brought it. Empty if another machine did.
	Job string `json:"job,omitempty"`
	// Sent says that another machine or the queue has sent it here. The run that begins with it then has a lease (package
	// tenure).
	Sent bool `json:"sent,omitempty"`
	// Machine is the machine from which it came. Empty if that is unknown.
	Machine string `json:"machine,omitempty"`
	// Project is the name of the folder there. Empty if no work has come.
	Project string `json:"project,omitempty"`
	// Session is the session's reference there, File the session here, in the universal format. Empty if none has come.
	Session string `json:"session,omitempty"`
	File    string `json:"file,omitempty"`
	// Way is where the work was before it came here, from the first machine that received it to the one that sent it.
	// Empty if it comes directly from where it began.
	Way []parcel.Stop `json:"way,omitempty"`
	// Origin is the folder there.
	Origin travel.Origin `json:"origin"`
	// Dir is the folder in which it continues. Empty if none was found.
	Dir string `json:"dir,omitempty"`
	// Landed is the worktree that was made from the work. Nil if none has come.
	Landed *travel.Landed `json:"landed,omitempty"`
	// Fetched are the commits of the resulting work that are at home.
	Fetched []string `json:"fetched,omitempty"`
}

// Arrivals are all arrivals, in a folder of stead's.
type Arrivals struct {
	// Folder is the folder of the arrivals, in stead's folder for data.
	Folder string
}

// OpenArrivals returns the arrivals on this machine. It creates nothing.
func OpenArrivals(data string) Arrivals {
	return Arrivals{filepath.Join(data, "reach", "arrivals")}
}

// IsID reports whether a text has the form of an arrival's id.
func IsID(id string) bool {
	return id != "" && len(id) <= longestID && strings.Trim(id, "0123456789") == ""
}

// longestID is the maximum number of digits of a 64-bit random number: os.MkdirTemp makes the ids.
const longestID = 20

// ErrUnknown says that there is no arrival or departure with an id.
var ErrUnknown = errors.New("stead knows no such journey")

// Survey says what this machine has of a folder of another one.
type Survey struct {
	// Found is the repository here, Dir the folder in it. Both are zero if it is not here.
	Found travel.Found `json:"found"`
	Dir   string       `json:"dir,omitempty"`
	// Haves are the commits that need not travel.
	Haves travel.Haves `json:"haves,omitempty"`
}

// Look finds out what this machine has of an origin, which may be a stranger's, among some folders. Errors are git's.
func Look(ctx context.Context, folders []string, o travel.Origin) (s Survey, err error) {
	found, ok := travel.Find(ctx, folders, o)
	if !ok {
		return s, nil
	}
	s.Found = found
	if found.HasHead {
		s.Dir, _ = found.Dir(o)
	}
	s.Haves, err = travel.HavesOf(ctx, found, o)
	return s, err
}

// Take receives a parcel from the machine with a name. Its session becomes a file. Its work becomes a worktree, of the
// repository here if one of the folders is in it. Without work, the folder is the one here, if it has the commit.
// Nothing remains of a parcel that is refused. Errors: those of [parcel.Unpack] and [parcel.Parcel.Land].
func (as Arrivals) Take(ctx context.Context, machine string, r io.Reader, folders []string) (a Arrival, err error) {
	p, err := parcel.Unpack(ctx, r, as.Folder, 0)
	if err != nil {
		return a, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Close())
		}
	}()
	folder := filepath.Dir(filepath.Dir(p.SessionPath()))
	a = Arrival{ID: strings.TrimPrefix(filepath.Base(folder), "parcel-"), Machine: machine, Session: p.Manifest.Session,
		Origin: p.Manifest.Origin, Way: p.Manifest.Way}
	if a.Session != "" {
		a.File = p.SessionPath()
	}
	if err := a.settle(ctx, p, folder, folders); err != nil {
		return a, err
	}
	return a, as.Save(a)
}

// settle finds or creates the folder.
func (a *Arrival) settle(ctx context.Context, p *parcel.Parcel, folder string, folders []string) error {
	here, err := Look(ctx, folders, p.Manifest.Origin)
	if err != nil {
		return err
	}
	a.Dir = here.Dir
	if p.Manifest.Snapshot == nil {
		return nil
	}
	landed, err := p.Land(ctx, travel.Landing{
		Found: here.Found, Fresh: filepath.Join(folder, "repositories"), Path: filepath.Join(folder, "tree"),
		Branch: "stead/on-" + a.ID, Name: "arrival-" + a.ID,
	})
	if err != nil {
		return err
	}
	a.Landed, a.Dir, a.Project = &landed, landed.Tree.Dir(), cmp.Or(p.Manifest.Project,
		filepath.Base(p.Manifest.Snapshot.Dir))
	return nil
}

// Keep creates an arrival for a session without work, which write writes into a file. Nothing remains if that fails.
// Errors are those of write and of the disk.
func (as Arrivals) Keep(write func(*os.File) error) (a Arrival, err error) {
	if err := os.MkdirAll(as.Folder, 0o700); err != nil {
		return a, err
	}
	folder, err := os.MkdirTemp(as.Folder, "parcel-")
	if err != nil {
		return a, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	a = Arrival{ID: strings.TrimPrefix(filepath.Base(folder), "parcel-"),
		File: filepath.Join(folder, "session", "session.jsonl")}
	if err := os.Mkdir(filepath.Dir(a.File), 0o700); err != nil {
		return a, err
	}
	file, err := os.OpenFile(a.File, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return a, err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return a, err
	}
	return a, as.Save(a)
}

func (as Arrivals) path(id string) string {
	return filepath.Join(as.Folder, "parcel-"+id, "arrival.json")
}

// Save stores an arrival.
func (as Arrivals) Save(a Arrival) error { return save(as.path(a.ID), a) }

// Find returns the arrival with an id. Errors: ErrUnknown, and those of the file.
func (as Arrivals) Find(id string) (a Arrival, err error) { return a, load(as.path(id), id, &a) }

// ForJob returns the arrival that a job of the queue brought. Errors: those of [Arrivals.Find].
func (as Arrivals) ForJob(job string) (Arrival, error) {
	all, err := filepath.Glob(as.path("*"))
	if err != nil {
		return Arrival{}, err
	}
	for _, path := range all {
		var a Arrival
		if err := load(path, job, &a); err == nil && a.Job == job {
			return a, nil
		}
	}
	return Arrival{}, fmt.Errorf("%w: %s", ErrUnknown, job)
}

// Behind returns the arrival that a run began with. Errors: those of [Arrivals.Find].
func (as Arrivals) Behind(r runs.Run) (Arrival, error) {
	if r.From.Path != "" {
		return as.Of(r.From.Path)
	}
	return as.In(r.Dir)
}

// Sent reports whether a run began with an arrival that another machine, or the queue, has sent.
func (as Arrivals) Sent(r runs.Run) bool {
	a, err := as.Behind(r)
	return err == nil && a.Sent
}

// In returns the arrival that a folder belongs to. Errors: those of [Arrivals.Find].
func (as Arrivals) In(dir string) (Arrival, error) {
	for _, folder := range []string{as.Folder, adapter.RealPath(as.Folder)} { // a run's record has the real path
		rest, err := filepath.Rel(folder, dir)
		first, _, _ := strings.Cut(rest, string(filepath.Separator))
		if id, ok := strings.CutPrefix(first, "parcel-"); err == nil && ok {
			return as.Find(id)
		}
	}
	return Arrival{}, fmt.Errorf("%w: %s has not come from another machine", ErrUnknown, dir)
}

// Came returns which part of a run's session and folder has come from another machine. Nil if none has.
func (as Arrivals) Came(from runs.Session, dir string) *runs.Came {
	var c runs.Came
	if a, err := as.Of(from.Path); err == nil && a.Session != "" {
		c.From = plain.Line(a.Session)
		if a.Machine != "" {
			c.From = a.Machine + "/" + c.From
		}
	}
	if a, err := as.In(dir); err == nil {
		c.Project = plain.Line(a.Project)
	}
	if c == (runs.Came{}) {
		return nil
	}
	return &c
}

// Of returns the arrival that a session's file belongs to. Errors: those of [Arrivals.Find].
func (as Arrivals) Of(file string) (Arrival, error) {
	id, ok := strings.CutPrefix(filepath.Base(filepath.Dir(filepath.Dir(file))), "parcel-")
	if !ok {
		return Arrival{}, fmt.Errorf("%w: %s has not come from another machine", ErrUnknown, file)
	}
	return as.Find(id)
}

func save(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Replace(path, append(text, '\n'))
}

func load(path, id string, value any) error {
	if id != filepath.Base(id) {
		return fmt.Errorf("%w: %q", ErrUnknown, id)
	}
	text, err := regular.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrUnknown, id)
	}
	if err == nil {
		err = json.Unmarshal(text, value)
	}
	return err
}
