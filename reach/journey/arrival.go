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
	// Job is the job of the queue that has brought it. Empty where another machine has.
	Job string `json:"job,omitempty"`
	// Sent says that another machine has sent it here, or the queue has: the run that begins with it has a lease (package
	// tenure).
	Sent bool `json:"sent,omitempty"`
	// Machine is the one from which it came. Empty where that is not known.
	Machine string `json:"machine,omitempty"`
	// Project is the name of the folder there. Empty where no work has come.
	Project string `json:"project,omitempty"`
	// Session is the session's reference there, File the session here, in the universal format. Empty where none has come.
	Session string `json:"session,omitempty"`
	File    string `json:"file,omitempty"`
	// Way is where the work was before it came here, from the first machine that took it to the one that has sent it.
	// Empty for what comes from where it began.
	Way []parcel.Stop `json:"way,omitempty"`
	// Origin is the folder there.
	Origin travel.Origin `json:"origin"`
	// Dir is the folder in which it goes on. Empty where none was found.
	Dir string `json:"dir,omitempty"`
	// Landed is the worktree that was made of the work. Nil where none has come.
	Landed *travel.Landed `json:"landed,omitempty"`
	// Fetched are the commits of what was done that are at home.
	Fetched []string `json:"fetched,omitempty"`
}

// Arrivals are what has come, in a folder of stead's.
type Arrivals struct {
	// Folder is where they are, Data stead's folder for data.
	Folder string
}

// OpenArrivals returns what has come to this machine. It makes nothing.
func OpenArrivals(data string) Arrivals {
	return Arrivals{filepath.Join(data, "reach", "arrivals")}
}

// IsID reports whether a text has the form of an arrival's id.
func IsID(id string) bool {
	return id != "" && len(id) <= longestID && strings.Trim(id, "0123456789") == ""
}

// longestID is how many digits a random number of 64 bits has: os.MkdirTemp makes the ids.
const longestID = 20

// ErrUnknown says that nothing of an id has come, or has left.
var ErrUnknown = errors.New("stead knows no such journey")

// Survey says what this machine has of a folder of another one.
type Survey struct {
	// Found is the repository here, Dir the folder in it. Both are zero where it is not here.
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

// Take takes a parcel in, from a machine of that name. Its session becomes a file; its work a worktree, of the
// repository here if one of the folders is in it. Without work the folder is the one here, if it has the commit.
// Nothing is left of a parcel that is refused. Errors: those of [parcel.Unpack] and [parcel.Parcel.Land].
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

// settle finds the folder, or makes one.
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

// Keep keeps a session that is written into a file, without work. Nothing is left when that fails. Errors are those of
// write and of the disk.
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

// Save keeps what is known of something that has come.
func (as Arrivals) Save(a Arrival) error { return save(as.path(a.ID), a) }

// Find returns what has come under an id. Errors: ErrUnknown, and those of the file.
func (as Arrivals) Find(id string) (a Arrival, err error) { return a, load(as.path(id), id, &a) }

// ForJob returns what a job of the queue has brought. Errors: those of [Arrivals.Find].
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

// Behind returns what a run has begun with. Errors: those of [Arrivals.Find].
func (as Arrivals) Behind(r runs.Run) (Arrival, error) {
	if r.From.Path != "" {
		return as.Of(r.From.Path)
	}
	return as.In(r.Dir)
}

// Sent reports whether a run has begun with what another machine, or the queue, has sent.
func (as Arrivals) Sent(r runs.Run) bool {
	a, err := as.Behind(r)
	return err == nil && a.Sent
}

// In returns what has come with a folder. Errors: those of [Arrivals.Find].
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

// Came says what of a run's session and folder has come from another machine. Nil when nothing has.
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

// Of returns what has come with a session's file. Errors: those of [Arrivals.Find].
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
