package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"stead/catalog/memory"
)

// Asker answers a question with a JSON object: a [Client].
type Asker interface {
	Ask(context.Context, Question) (Reply, error)
}

// ImproverOptions bound what the model costs. A zero stands for the default.
type ImproverOptions struct {
	// Sessions is how many sessions one update may ask about: 200. Text is how much of a session a question has, in bytes:
	// 24,000. Tokens is how long an answer may be: 1,000.
	Sessions int
	Text     int
	Tokens   int
}

// Improver asks a model. It is safe for use by several goroutines.
type Improver struct {
	asker   Asker
	options ImproverOptions
	asked   atomic.Int64
}

// NewImprover returns an improver.
func NewImprover(a Asker, o ImproverOptions) *Improver {
	for _, d := range []struct {
		value    *int
		fallback int
	}{{&o.Sessions, 200}, {&o.Text, 24_000}, {&o.Tokens, 1000}} {
		if *d.value == 0 {
			*d.value = d.fallback
		}
	}
	return &Improver{asker: a, options: o}
}

// Confidence is that of what a model found. Nobody has measured the user's model: it is that of the rules for wordings.
const Confidence = 0.6

// Rule is the rule's name of what a model found.
const Rule = "model"

// Improve returns a session's findings without those that the model takes for none, with those that it adds. A session
// in which nobody says anything is not shown to it. Errors are those of the service, and an answer that is no JSON; the
// findings are then to be kept as they are.
func (m *Improver) Improve(ctx context.Context, c memory.Conversation,
	findings []memory.Finding) ([]memory.Finding, error) {
	said, err := gather(c, m.options.Text)
	if err != nil || len(said.order) == 0 || m.asked.Add(1) > int64(m.options.Sessions) {
		return findings, err
	}
	reply, err := m.asker.Ask(ctx, Question{System: instructions, Text: said.question(findings),
		MostTokens: m.options.Tokens})
	if err != nil {
		if ctx.Err() != nil {
			return nil, errors.Join(context.Canceled, err)
		}
		return nil, fmt.Errorf("have a model look at %s:%s: %w", c.LLMSource, c.Session, err)
	}
	var answer answer
	if err := json.Unmarshal([]byte(unfenced(reply.Text)), &answer); err != nil {
		return nil, fmt.Errorf("have a model look at %s:%s: its answer is not the JSON that it was asked for: %w",
			c.LLMSource, c.Session, err)
	}
	return answer.apply(said, findings), nil
}

// unfenced returns an answer without the fence that some models put around JSON.
func unfenced(text string) string {
	text = strings.TrimSpace(text)
	if rest, found := strings.CutPrefix(text, "```"); found {
		_, rest, _ = strings.Cut(rest, "\n")
		text = strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return text
}

// answer is what the model is asked for.
type answer struct {
	// Wrong are the numbers of findings that are none, from 1.
	Wrong     []int
	Decisions []struct {
		At            int
		Quote, Choice string
		Rejected      []string
		Reason        string
	}
	Rules []struct {
		At          int
		Quote, Rule string
	}
}

// mostAdded is how many findings a model may add to a session.
const mostAdded = 20

// apply returns the findings as the model wants them, as far as it may decide: what follows from calls and their
// results is not a matter of reading.
func (a answer) apply(s *said, findings []memory.Finding) []memory.Finding {
	var kept []memory.Finding
	for i, f := range findings {
		isWording := f.Kind == memory.DecisionKind || f.Kind == memory.SkillLearningKind
		if !isWording || !slices.Contains(a.Wrong, i+1) {
			kept = append(kept, f)
		}
	}
	known := map[string]bool{}
	for i := range kept {
		known[string(kept[i].Kind)+kept[i].Text()] = true
	}
	for _, f := range a.added(s) {
		if key := string(f.Kind) + f.Text(); f.Text() != "" && !known[key] && !s.isTaken(f, kept) {
			known[key] = true
			kept = append(kept, f)
		}
	}
	return kept
}

// added returns what the model adds and can show.
func (a answer) added(s *said) []memory.Finding {
	var all []memory.Finding
	for _, d := range a.Decisions[:min(len(a.Decisions), mostAdded)] {
		if step, found := s.quoted(d.At, d.Quote); found {
			f := s.finding(memory.DecisionKind, step)
			f.Decision = &memory.Decision{Choice: short(d.Choice), Reason: short(d.Reason), By: step.Role}
			for _, r := range d.Rejected[:min(len(d.Rejected), mostAdded)] {
				f.Decision.Rejected = append(f.Decision.Rejected, short(r))
			}
			all = append(all, f)
		}
	}
	for _, r := range a.Rules[:min(len(a.Rules), mostAdded)] {
		if step, found := s.quoted(r.At, r.Quote); found && step.Role == memory.RoleUser {
			f := s.finding(memory.SkillLearningKind, step)
			f.SkillLearning = &memory.SkillLearning{Rule: short(r.Rule)}
			all = append(all, f)
		}
	}
	return all
}

// mostShort is how long a text of the model's may be, in bytes.
const mostShort = 300

func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > mostShort {
		text = strings.ToValidUTF8(text[:mostShort], "")
	}
	return text
}
