package knowledge

import (
	"context"
	"slices"

	"stead/catalog/memory"
)

// Extract returns what the rules find in a conversation, by the place in it. Errors: those of its steps and of ctx.
func Extract(ctx context.Context, c memory.Conversation) ([]memory.Finding, error) {
	w := newWalk(c)
	for s, err := range c.Steps {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		w.step(s)
	}
	return w.findings(), nil
}

// rule looks at a session's steps in order and says at the end what it has found.
type rule interface {
	look(s *step)
	found() []memory.Finding
}

// step is a step with what the walk knows about it.
type step struct {
	memory.Step
	// call is the call that a result belongs to, or the call itself. Nil where there is none.
	call *call
	// question is what the other side said last, if that was a question.
	question string
	// calls is how many calls there were since the last prompt.
	calls int
	// evidence returns the step as evidence of a part of a finding.
	evidence func(memory.Part) memory.Evidence
}

// walk goes over a session's steps.
type walk struct {
	about memory.Conversation
	open  calls
	rules []rule
	// said is the last text of each side.
	said  map[memory.Role]string
	last  memory.Role
	calls int
}

func newWalk(c memory.Conversation) *walk {
	return &walk{about: c, said: map[memory.Role]string{},
		rules: []rule{&failures{}, &decisions{}, &corrections{}, newSequences(), newRequests()}}
}

func (w *walk) step(s memory.Step) {
	x := step{Step: s, calls: w.calls, evidence: func(part memory.Part) memory.Evidence { return w.evidence(s, part) }}
	switch s.Kind {
	case memory.KindPrompt:
		x.question = w.asked(memory.RoleAssistant)
		w.said[memory.RoleUser], w.last, w.calls = s.Text, memory.RoleUser, 0
	case memory.KindAnswer:
		x.question = w.asked(memory.RoleUser)
		w.said[memory.RoleAssistant], w.last = s.Text, memory.RoleAssistant
	case memory.KindCall:
		x.call = w.open.add(s)
		w.calls++
	case memory.KindResult:
		x.call = w.open.take(s.CallID)
	default: // summaries, context and thinking settle nothing: what they tell was said elsewhere, or never
		return
	}
	for _, r := range w.rules {
		r.look(&x)
	}
}

// asked returns the last text of one side if nothing was said since and it is a question.
func (w *walk) asked(by memory.Role) string {
	if w.last != by {
		return ""
	}
	return question(w.said[by])
}

func (w *walk) findings() []memory.Finding {
	var all []memory.Finding
	for _, r := range w.rules {
		all = append(all, r.found()...)
	}
	all = merge(all)
	supersede(all)
	return all
}

// merge makes one finding of those that are the same, with the evidence of all.
func merge(all []memory.Finding) []memory.Finding {
	type key struct {
		kind memory.FindingKind
		text string
	}
	at := map[key]int{}
	var merged []memory.Finding
	for _, f := range all {
		k := key{f.Kind, f.Text()}
		i, isKnown := at[k]
		if !isKnown {
			at[k] = len(merged)
			merged = append(merged, f)
			continue
		}
		merged[i].Evidence = append(merged[i].Evidence, f.Evidence...)
		if f.Confidence > merged[i].Confidence {
			merged[i].Rule, merged[i].Confidence = f.Rule, f.Confidence
		}
	}
	slices.SortStableFunc(merged, func(a, b memory.Finding) int { return a.Evidence[0].Seq - b.Evidence[0].Seq })
	return merged
}

func (w *walk) evidence(s memory.Step, part memory.Part) memory.Evidence {
	return memory.Evidence{
		Part: part, Hash: s.Hash, Seq: s.Seq, Turn: s.Turn, LLMSource: w.about.LLMSource, Session: w.about.Session,
		Project: w.about.Project,
		File:    w.about.File, Line: s.Line, Occurred: s.Occurred,
	}
}

// finding returns a finding by a rule, with that rule's confidence.
func finding(kind memory.FindingKind, rule string, evidence ...memory.Evidence) memory.Finding {
	return memory.Finding{Kind: kind, Rule: rule, Confidence: Confidence[rule], Evidence: evidence}
}
