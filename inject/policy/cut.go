package policy

import (
	"fmt"

	"stead/inject"
	"stead/timeline"
	"stead/writers"
)

// cut is the decision about a surveyed session: which entries are removed, and which outputs are shortened.
type cut struct {
	// from is the position of the first entry that is kept. 0 keeps all.
	from int
	// keepFirst keeps the session's first prompt even before from. KeepSummary keeps the newest compaction summary.
	keepFirst, keepSummary bool
	// shortenBefore is the position before which long outputs are shortened.
	shortenBefore int
	usersOnly     bool

	// summary is the position of the newest compaction summary, or -1. Why is the reason for reports.
	summary int
	why     string
}

// needsSurvey reports whether the decision depends on sizes or positions. Most conversions need neither, which saves a
// pass.
func (h History) needsSurvey(window int64) bool {
	switch h.Kind {
	case Last, Budget, Summary:
		return true
	case Users:
		return false
	default:
		return window > 0
	}
}

// decide turns the policy into a cut. Window is the target's, in tokens. 0 means unknown, which counts as large enough.
func (h History) decide(v survey, window int64) (cut, error) {
	c := cut{summary: v.summary}
	switch h.Kind {
	case Last:
		c.why = fmt.Sprintf("--history %s", h)
		c.from = v.turns[max(0, len(v.turns)-int(h.N))].first
	case Users:
		c.why, c.usersOnly = "--history users", true
	case Summary:
		if v.summary < 0 {
			return c, fmt.Errorf("history %w summary: the session was never compacted, so it holds no summary: "+
				"compact it in its own CLI first (/compact), or use last:N, budget:N or users", inject.ErrPolicy)
		}
		c.why, c.from = "--history summary", v.summary
	case Budget:
		c.why = fmt.Sprintf("--history %s", h)
		c.fit(v, h.N)
	case Whole:
		if window > 0 && v.tokens > window {
			return c, fmt.Errorf("history %w whole: the target's window holds about %d tokens, the session has about %d: "+
				"use full, which cuts it, or summary, last:N, budget:N or users", inject.ErrPolicy, window, v.tokens)
		}
	default:
		c.why = fmt.Sprintf("the target's window holds about %d tokens, the session has about %d "+
			"(--history summary delivers its summary, --history whole refuses it)", window, v.tokens)
		if window > 0 {
			c.fit(v, window)
		}
	}
	return c, nil
}

// fit makes the session fit into a number of tokens: first it shortens the oldest outputs, then it removes the oldest
// turns. It always keeps the last turn.
func (c *cut) fit(v survey, budget int64) {
	total := v.tokens
	for _, o := range v.outputs {
		if total <= budget {
			return
		}
		total -= o.saving
		v.turns[o.turn].tokens -= o.saving
		c.shortenBefore = o.position + 1
	}
	for i := 0; i < len(v.turns)-1 && total > budget; i++ {
		total -= v.turns[i].tokens
		c.from = v.turns[i+1].first
		c.keepFirst, c.keepSummary = v.summary < 0, v.summary >= 0
	}
}

// drops reports whether the cut changes anything.
func (c cut) drops() bool { return c.from > 0 || c.shortenBefore > 0 || c.usersOnly }

// cutter applies a cut during one range over the session, and counts its effects.
type cutter struct {
	cut
	position  int  // of the next entry
	seenFirst bool // the session's first prompt
	// gone and shortened count the removed entries and the shortened outputs.
	gone, shortened int
	// of is the content of the removed entries. Ends is the removed content of the shortened outputs.
	of, ends writers.Amounts
}

func (c *cutter) keep(e *timeline.Entry) (*timeline.Entry, bool) {
	position := c.position
	c.position++
	if !c.stays(position, e) {
		if e.Active() {
			c.gone++
			c.of.Count(e)
		}
		return nil, false
	}
	if position < c.shortenBefore && e.Type == timeline.ToolResult && e.Output.Len() > 2*keptOutput {
		c.shortened++
		short := shorten(e)
		c.ends.Add(writers.Amounts{writers.Results: {Characters: max(0, e.Output.Characters()-short.Output.Characters())}})
		return short, true
	}
	return e, true
}

func (c *cutter) stays(position int, e *timeline.Entry) bool {
	if c.usersOnly {
		return e.StartsTurn()
	}
	first := e.StartsTurn() && !c.seenFirst
	c.seenFirst = c.seenFirst || first
	return position >= c.from || (first && c.keepFirst) || (position == c.summary && c.keepSummary)
}

// shorten returns the entry with the beginning of its output and a note about the missing part.
func shorten(e *timeline.Entry) *timeline.Entry {
	short := *e
	head := e.Output.Head(keptOutput)
	short.Output = timeline.NewText(fmt.Sprintf("%s\n[stead: shortened from %d bytes]", head, e.Output.Len()))
	short.Native = nil
	return &short
}

func (c *cutter) report() []writers.LeftOut {
	var out []writers.LeftOut
	if c.gone > 0 {
		out = append(out, writers.LeftOut{What: "entries", Why: c.why, Count: c.gone, Of: c.of})
	}
	if c.shortened > 0 {
		out = append(out, writers.LeftOut{What: "ends of tool outputs", Why: c.why, Count: c.shortened, Of: c.ends})
	}
	return out
}
