package session

import (
	"fmt"
	"os"
	"reflect"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/questions"
	"stead/orchestrator/state"
	"stead/runs"
	"stead/timeline"
)

// desk is where the CLI's questions are drawn and answered. Nil when stead does not see them there, or cannot answer
// them.
func (s *supervisor) desk() *questions.Desk {
	answerer, canAnswer := s.delivery.Adapter.Driver.(inject.Answerer)
	display, isSeen := s.o.Terminal.(Display)
	if !canAnswer || !isSeen || s.isHeadless() {
		return nil
	}
	answers := inject.Answers(s.o.Files.Events())
	return &questions.Desk{
		Screen: func() []byte { return []byte(display.Text()) },
		Offers: answerer.Offers,
		Press: func(o inject.Offer) error {
			if len(o.Line) > 0 {
				return appendLine(answers, o.Line)
			}
			return s.keyboard.write(o.Keys)
		},
		Answered: func(a signals.Answer) {
			s.fail(s.status.keepAnswers([]signals.Answer{a}))
			s.status.pressAgain(a)
		},
	}
}

// pressAgain gives an answer until the CLI has taken it.
func (s *status) pressAgain(a signals.Answer) {
	time.AfterFunc(questions.Recheck, func() {
		if s.questions.PressAgain(a, s.now()) {
			s.pressAgain(a)
		}
	})
}

func appendLine(path string, line []byte) (err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	_, err = file.Write(append(line, '\n'))
	return err
}

// asked notes what a signal tells of questions. One that asks is about the question that the CLI draws.
func (s *status) asked(signal signals.Signal) signals.Signal {
	if signal.Answered != "" {
		s.fail(s.keepAnswers(s.questions.Answered(signal.Answered, s.now())))
	}
	switch {
	case signal.State == signals.Permission:
		if q := s.questions.Ask(signal.Question, s.now()); q != nil {
			signal.About = q.About
		}
	case signal.State == "" && signal.Question != nil:
		if q := s.questions.Call(*signal.Question, s.now()); q != nil {
			signal.State, signal.About = signals.Permission, q.About
		}
	}
	signal.Question = nil
	return signal
}

// look shows the question that is drawn now. Of several calls at once a CLI draws one after the other; and while one is
// drawn, what the call before it does may look as if the CLI went on.
func (s *status) look() error {
	waits := s.record.Current().State == signals.Permission
	seen := s.questions.Look(waits, s.now())
	if seen.Unsettled {
		s.lookSoon()
	}
	shown := signals.Signal{State: signals.Working}
	if seen.Drawn != nil {
		shown = signals.Signal{State: signals.Permission, About: seen.Drawn.About}
	}
	isOver := len(seen.Over) > 0 && waits && s.questions.Current() == nil
	if err := s.keepAnswers(seen.Over); err != nil || seen.Drawn == nil && !isOver {
		return err
	}
	return s.apply(state.Shown{From: inject.Hook, Signal: shown})
}

// lookSoon looks again when what stands on the screen has settled.
func (s *status) lookSoon() { time.AfterFunc(questions.Settles, func() { s.fail(s.look()) }) }

// showsQuestion brings the question into the run's record, and reports whether that was another before.
func (s *status) showsQuestion(r *runs.Run) bool {
	var now *signals.Question
	if s.state.Is == signals.Permission {
		now = s.questions.Current()
	}
	if reflect.DeepEqual(r.Question, now) {
		return false
	}
	r.Question = now
	return true
}

// resumed says that the CLI does not wait for a permission any more. A dialog that stands on the screen then is asked
// still: the result of one call, which Claude Code records while it asks for the next one, looks as if nothing was
// asked any more.
func (s *status) resumed() error {
	if s.record.Current().State == signals.Working {
		s.lookSoon()
		return s.keepAnswers(s.questions.Resumed(s.now()))
	}
	return s.keepAnswers(s.questions.Ended(s.now()))
}

// mostAnswers is how many of the last answers stand in a run's record. The journal has all.
const mostAnswers = 20

// keepAnswers keeps answers in the run's record and in its journal.
func (s *status) keepAnswers(answers []signals.Answer) error {
	for _, a := range answers {
		if err := s.journal.Append(entryOf(a)); err != nil {
			return fmt.Errorf("keep an answer in the run's journal: %w", err)
		}
		err := s.record.Update(func(r *runs.Run) {
			all := append(r.Answers[:len(r.Answers):len(r.Answers)], a)
			r.Answers = all[max(0, len(all)-mostAnswers):]
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// entryOf is what the journal has of an answer: a hidden entry, since no CLI's session holds it.
func entryOf(a signals.Answer) *timeline.Entry {
	text := fmt.Sprintf("%s: answered on the CLI's own screen", a.About)
	if a.Option != "" {
		text = fmt.Sprintf("%s: %q by %s", a.About, a.Label, a.By)
	}
	return &timeline.Entry{
		ID: signals.AnswerEntry + a.Question, Timestamp: a.At.Format(time.RFC3339Nano), Type: timeline.System, Hidden: true,
		Content: timeline.NewText(text),
	}
}
