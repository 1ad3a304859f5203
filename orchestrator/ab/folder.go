package ab

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/term/plain"
	"stead/runs"
	"stead/runs/dated"
)

// ErrAmbiguous says that several contests have an id with that beginning.
var ErrAmbiguous = errors.New("several contests match")

// ErrNotFound says that there is no such contest. ErrNobody says that no contestant has that name in it. Both wrap
// adapter.ErrNotFound.
var (
	ErrNotFound error = missing("there is no such contest")
	ErrNobody   error = missing("no contestant has that name")
)

type missing string

// Error says what is missing.
func (m missing) Error() string { return string(m) }

// Unwrap returns adapter.ErrNotFound.
func (m missing) Unwrap() error { return adapter.ErrNotFound }

// recordName is the file of a contest's record.
const recordName = "ab.json"

// Folder holds all contests, each in a folder of its own.
type Folder struct {
	dated.Records[Contest]
	// runs has the state of contestants whose state is not in the record.
	runs runs.Folder
}

// Open returns the contests below stead's data folder. It creates nothing.
func Open(dataFolder string) Folder {
	f := Folder{runs: runs.Open(dataFolder)}
	f.Records = dated.Records[Contest]{
		Folder: dated.Folder{Root: filepath.Join(dataFolder, "ab"), Kind: "contest", Record: recordName,
			NotFound: ErrNotFound, Ambiguous: ErrAmbiguous},
		ID:      func(c Contest) string { return c.ID },
		Current: f.current,
	}
	return f
}

// current brings a record up to date. For contestants that work, or did when their stead was killed, it takes the
// counts from their runs.
func (f Folder) current(c Contest) (Contest, error) {
	if c.Alive() {
		return f.counted(c), nil
	}
	return f.recovered(c)
}

// counted adds the counts of the working contestants.
func (f Folder) counted(c Contest) Contest {
	for i := range c.Contestants {
		one := &c.Contestants[i]
		if one.State != Working || one.Run == "" {
			continue
		}
		if r, err := f.runs.Load(one.Run); err == nil {
			one.take(r)
		}
	}
	return c
}

// recovered corrects the record of a contest whose stead was killed. The runs of its contestants name the contest from
// their first moment on.
func (f Folder) recovered(c Contest) (Contest, error) {
	if c.Status != runs.Running {
		return c, nil
	}
	all, err := f.runs.All()
	if err != nil {
		return c, err
	}
	c.Status, c.Reason = runs.Interrupted, "stead was killed"
	for i := range c.Contestants {
		if one := &c.Contestants[i]; !one.State.Ended() {
			one.recover(c.Reference(), all)
		}
	}
	return c, nil
}

// recover takes the counts of the contestant's run. A contestant that had not begun stays in the state waiting; the
// contest's reason explains it.
func (c *Contestant) recover(contest string, all []runs.Run) {
	if c.State != Waiting {
		c.State, c.Reason = Killed, "stead was killed"
	}
	for _, r := range all {
		if r.Part != nil && r.Part.Of == contest && r.Part.Name == c.Name {
			c.take(r)
			return
		}
	}
}

// take takes the counts from a run's record.
func (c *Contestant) take(r runs.Run) {
	c.Run, c.Turns, c.Usage, c.Cost, c.DurationMS = r.ID, r.Turns, r.Usage, r.Cost, r.DurationMS
}

// unknown returns the error for a name that no contestant has.
func (c Contest) unknown(name string) error {
	names := make([]string, 0, len(c.Contestants))
	for _, one := range c.Contestants {
		names = append(names, one.Name)
	}
	meant := ""
	if word, ok := plain.Nearest(name, names); ok {
		meant = fmt.Sprintf("; did you mean %s?", word)
	}
	return fmt.Errorf("%s in contest %s: %w (%s)%s", name, c.ID, ErrNobody, strings.Join(names, ", "), meant)
}

func number(i int) string { return strconv.Itoa(i + 1) }
