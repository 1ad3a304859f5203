package replay

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"stead/timeline"
)

// tour walks through a session, step by step.
type tour struct {
	session *Session
	// shown are the numbers of the steps to visit. At is the index of the current one among them.
	shown []int
	at    int
}

// list selects the steps to visit, and goes to the step with this number, or to the last one before it.
func (t *tour) list(all bool, number int) {
	t.shown, t.at = t.shown[:0], 0
	for i, step := range t.session.Steps {
		if all || !step.Aside {
			if i <= number {
				t.at = len(t.shown)
			}
			t.shown = append(t.shown, i)
		}
	}
}

func (t *tour) number() int { return t.shown[t.at] }

// current returns the current step.
func (t *tour) current() Step { return t.session.Steps[t.number()] }

// before returns the time of the step before the current one.
func (t *tour) before() (at time.Time) {
	if t.at > 0 {
		at = t.session.Steps[t.shown[t.at-1]].At
	}
	return at
}

// where describes the current step and its time.
func (t *tour) where(zone *time.Location) string {
	step := t.current()
	facts := []string{
		fmt.Sprintf("step %d/%d", t.at+1, len(t.shown)), fmt.Sprintf("turn %d/%d", step.Turn, t.session.turns()),
	}
	if step.Depth > 0 {
		facts = append(facts, fmt.Sprintf("sub-agent %d deep", step.Depth))
	}
	if at := moment(step.At, t.before(), zone); at != "" {
		facts = append(facts, at)
	}
	return strings.Join(facts, " · ")
}

// appendJSON appends the current step as a line of JSON.
func (t *tour) appendJSON(dst []byte) ([]byte, error) {
	step := t.current()
	entry, err := t.session.line(t.number())
	if err != nil {
		return dst, err
	}
	spent, err := json.Marshal(step.Spent)
	return timeline.AppendObject(dst, func(row *timeline.Object) {
		row.Int("step", int64(t.at+1))
		row.Int("turn", int64(step.Turn))
		if step.Depth > 0 {
			row.Int("depth", int64(step.Depth))
		}
		if before := t.before(); !before.IsZero() && !step.At.IsZero() {
			row.Int("since_ms", step.At.Sub(before).Milliseconds())
		}
		row.Raw("spent", spent)
		row.Raw("entry", entry)
	}), err
}

// call returns the call that a step answers, or nil.
func (s *Session) call(step Step) *timeline.Entry {
	if step.Call < 0 {
		return nil
	}
	e, err := s.Entry(step.Call)
	if err != nil {
		return nil
	}
	return e
}
