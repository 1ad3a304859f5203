package replay

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Options configure the display of a session.
type Options struct {
	// Color allows colours.
	Color bool
	// Zone is the time zone of the viewer.
	Zone *time.Location
	// All shows hidden entries and abandoned branches, too.
	All bool
}

// Viewer browses a session. It draws nothing itself: a [Viewer.Frame] is the content of the screen between two keys.
type Viewer struct {
	Options
	tour
	pane
	facts   string
	open    bool
	native  bool
	help    bool
	asking  rune // '/' or ':' while the user types
	typed   string
	sought  string
	message string
}

// NewViewer returns a viewer at the session's first step.
func NewViewer(s *Session, o Options) *Viewer {
	v := &Viewer{Options: o, tour: tour{session: s}, pane: pane{rows: 24, columns: 80}}
	v.list(o.All, 0)
	v.build()
	return v
}

// Resize sets the size of the screen.
func (v *Viewer) Resize(rows, columns int) {
	v.rows, v.columns = max(rows, 4), max(columns, 20)
	v.build()
}

// build creates the lines of the current step.
func (v *Viewer) build() {
	v.facts = ""
	v.body, v.top = nil, 0
	if len(v.shown) == 0 {
		v.body = []line{{faint, "the session has no visible step (a shows hidden ones)"}}
		return
	}
	e, err := v.session.Entry(v.number())
	if err != nil {
		v.body = []line{{red, err.Error()}}
		return
	}
	step := v.current()
	v.facts = facts(e, step)
	p := page{columns: v.columns, most: max(4, v.room()-6)}
	if v.open {
		p.most = 0
	}
	if v.native {
		p.native(e)
	} else {
		p.body(e, v.session.call(step))
	}
	v.body = p.lines
}

// seek goes to the shown step with this index.
func (v *Viewer) seek(at int) {
	clamped := max(0, min(at, len(v.shown)-1))
	switch {
	case at < 0:
		v.message = "this is the first step"
	case at >= len(v.shown):
		v.message = "this is the last step"
	}
	if clamped != v.at {
		v.at, v.open, v.native = clamped, false, false
		v.build()
	}
}

// jump goes to the next or previous step for which is returns true.
func (v *Viewer) jump(by int, what string, is func(Step) bool) {
	for at := v.at + by; at >= 0 && at < len(v.shown); at += by {
		if is(v.session.Steps[v.shown[at]]) {
			v.seek(at)
			return
		}
	}
	v.message = fmt.Sprintf("there is no %s %s this one", what, map[int]string{1: "after", -1: "before"}[by])
}

// toNumber goes to the step with the number that the user typed.
func (v *Viewer) toNumber(text string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(v.shown) {
		v.message = fmt.Sprintf("there are steps 1 to %d", len(v.shown))
		return
	}
	v.seek(n - 1)
}
