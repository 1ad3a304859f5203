package replay

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/timeline"
)

// Options say how a session is shown.
type Options struct {
	// Color allows colours.
	Color bool
	// Zone is where the viewer is.
	Zone *time.Location
	// All shows hidden entries and abandoned branches too.
	All bool
}

// Viewer goes through a session. It draws nothing itself: a [Viewer.Frame] is what stands on the screen between two
// keys.
type Viewer struct {
	Options
	session       *Session
	rows, columns int
	// shown are the numbers of the steps that are gone through, at is the place of the current one among them.
	shown []int
	at    int
	// top is the first line of the current step's body on the screen, body all of them.
	top     int
	body    []line
	facts   string
	open    bool
	native  bool
	help    bool
	asking  rune // '/' or ':' while something is typed
	typed   string
	sought  string
	message string
}

// NewViewer returns a viewer of the session's first step.
func NewViewer(s *Session, o Options) *Viewer {
	v := &Viewer{Options: o, session: s, rows: 24, columns: 80}
	v.list(0)
	return v
}

// Resize tells the viewer the size of its screen.
func (v *Viewer) Resize(rows, columns int) {
	v.rows, v.columns = max(rows, 4), max(columns, 20)
	v.build()
}

// list decides which steps are gone through, and goes to the one of a number or the last before it.
func (v *Viewer) list(number int) {
	v.shown, v.at = v.shown[:0], 0
	for i, step := range v.session.Steps {
		if v.All || !step.Aside {
			if i <= number {
				v.at = len(v.shown)
			}
			v.shown = append(v.shown, i)
		}
	}
	v.open, v.native = false, false
	v.build()
}

// room is how many lines of a body fit between the two lines above and the one below.
func (v *Viewer) room() int { return max(1, v.rows-4) }

func (v *Viewer) number() int { return v.shown[v.at] }

// build makes the lines of the current step.
func (v *Viewer) build() {
	v.body, v.facts, v.top = nil, "", 0
	if len(v.shown) == 0 {
		v.body = []line{{faint, "the session has no visible step (a shows hidden ones)"}}
		return
	}
	e, err := v.session.Entry(v.number())
	if err != nil {
		v.body = []line{{red, err.Error()}}
		return
	}
	step := v.session.Steps[v.number()]
	v.facts = facts(e, step)
	p := page{columns: v.columns, most: max(4, v.room()-6)}
	if v.open {
		p.most = 0
	}
	if v.native {
		p.native(e)
	} else {
		p.body(e, v.call(step))
	}
	v.body = p.lines
}

// call returns the call that a step answers, or nil.
func (v *Viewer) call(step Step) *timeline.Entry {
	if step.Call < 0 {
		return nil
	}
	e, err := v.session.Entry(step.Call)
	if err != nil {
		return nil
	}
	return e
}

// step goes so many steps on, or back.
func (v *Viewer) step(by int) { v.seek(v.at + by) }

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

// jump goes to the next step, or the one before, of which something is true.
func (v *Viewer) jump(by int, what string, is func(Step) bool) {
	for at := v.at + by; at >= 0 && at < len(v.shown); at += by {
		if is(v.session.Steps[v.shown[at]]) {
			v.seek(at)
			return
		}
	}
	v.message = fmt.Sprintf("there is no %s %s this one", what, map[int]string{1: "after", -1: "before"}[by])
}

// scroll moves the body by so many lines. It returns false when there is nothing there.
func (v *Viewer) scroll(by int) bool {
	top := max(0, min(v.top+by, len(v.body)-v.room()))
	moved := top != v.top
	v.top = top
	return moved
}

// toNumber goes to the step of a number as it was typed.
func (v *Viewer) toNumber(text string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(v.shown) {
		v.message = fmt.Sprintf("there are steps 1 to %d", len(v.shown))
		return
	}
	v.seek(n - 1)
}
