package session

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/questions"
	"stead/orchestrator/state"
	"stead/timeline"
)

// asker is a driver of a CLI whose dialogs can be answered: by a key, or by a line where that is set.
type asker struct {
	silent
	line string
}

func (d asker) Offers(q signals.Question, screen []byte) []inject.Offer {
	if !strings.Contains(string(screen), q.About) {
		return nil
	}
	return []inject.Offer{{Option: signals.Option{Name: signals.Allow, Label: "Yes"}, Keys: "y", Line: []byte(d.line)}}
}

// board is a terminal on which a text stands.
type board struct {
	Terminal
	mutex sync.Mutex
	text  string
}

func (b *board) Text() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text
}

func (b *board) draw(text string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.text = text
}

// questioned is the supervisor of a CLI that asks on its screen, with what is typed there.
func questioned(t *testing.T, d asker, stop func(error)) (s *supervisor, screen *board, typed *strings.Builder) {
	t.Helper()
	screen, typed = &board{}, &strings.Builder{}
	o := journaled(t, d)
	o.Terminal = screen
	s = newSupervisor(o, stop)
	s.keyboard.process = builder{typed}
	s.o.Questions.Sit(s.desk())
	return s, screen, typed
}

func failing(t *testing.T) func(error) {
	return func(err error) { t.Errorf("the CLI is stopped: %v", err) }
}

// tell has the CLI say something by a hook.
func tell(t *testing.T, s *supervisor, signal signals.Signal) {
	t.Helper()
	if err := s.status.apply(state.Shown{From: inject.Hook, Signal: s.status.asked(signal)}); err != nil {
		t.Fatal(err)
	}
}

// answers are those in the run's journal.
func answers(t *testing.T, s *supervisor) (all []string) {
	t.Helper()
	for e, err := range s.o.Files.Journal.Session(t.Context()).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.ID, signals.AnswerEntry) && e.Hidden && e.Type == timeline.System {
			all = append(all, e.Content.String())
		}
	}
	return all
}

func ask(id, about string) signals.Signal {
	return signals.Signal{State: signals.Permission, Question: &signals.Question{ID: id, About: about}}
}

func TestQuestionIsInTheRecordUntilItIsAnswered(t *testing.T) {
	s, screen, typed := questioned(t, asker{}, failing(t))
	screen.draw("Run shell: ls?")
	tell(t, s, ask("1", "shell: ls"))
	if err := s.status.look(); err != nil {
		t.Fatal(err)
	}
	now := s.o.Files.Record.Current()
	if now.State != signals.Permission || now.About != "shell: ls" || now.Question == nil || now.Question.ID != "1" ||
		len(now.Question.Options) != 1 {
		t.Errorf("it is %s, and asks %+v", now.State, now.Question)
	}
	if _, err := s.o.Questions.Answer(signals.Choice{Question: "1", Option: signals.Allow, By: "ann"},
		time.Now()); err != nil || typed.String() != "y" {
		t.Fatalf("typed is %q: %v", typed, err)
	}
	tell(t, s, signals.Signal{State: signals.Working, Answered: "1"})
	now = s.o.Files.Record.Current()
	if now.State != signals.Working || now.Question != nil || len(now.Answers) != 1 || now.Answers[0].By != "ann" {
		t.Errorf("then it is %s, asks %+v, and was answered %+v", now.State, now.Question, now.Answers)
	}
	if got := answers(t, s); len(got) != 1 || got[0] != `shell: ls: "Yes" by ann` {
		t.Errorf("the journal has %q", got)
	}
}

func TestAnswerOnTheCLIsOwnScreenIsNoted(t *testing.T) {
	s, _, _ := questioned(t, asker{}, failing(t))
	tell(t, s, ask("1", "shell: ls"))
	tell(t, s, signals.Signal{Answered: "2"}) // nobody was asked that
	tell(t, s, signals.Signal{Answered: "1"})
	if got := answers(t, s); len(got) != 1 || got[0] != "shell: ls: answered on the CLI's own screen" {
		t.Errorf("the journal has %q", got)
	}
}

// A CLI that lets its plugin answer gets a line in a file, and no key.
func TestAnswerMayBeALine(t *testing.T) {
	s, screen, typed := questioned(t, asker{line: `{"allow":true}`}, failing(t))
	path := inject.Answers(s.o.Files.Events())
	for _, id := range []string{"1", "2"} {
		screen.draw("Run shell: " + id)
		tell(t, s, ask(id, "shell: "+id))
		if _, err := s.o.Questions.Answer(signals.Choice{Question: id, Option: signals.Allow}, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if content, err := os.ReadFile(path); string(content) != "{\"allow\":true}\n{\"allow\":true}\n" || typed.Len() > 0 {
		t.Errorf("the file holds %q, typed is %q: %v", content, typed, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	screen.draw("Run shell: 3")
	tell(t, s, ask("3", "shell: 3"))
	if _, err := s.o.Questions.Answer(signals.Choice{Question: "3", Option: signals.Allow}, time.Now()); err == nil {
		t.Error("an answer that nobody can read counts as given")
	}
}

func TestLineThatCannotBeWrittenIsAnError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no device that is always full")
	}
	if err := appendLine("/dev/full", []byte("{}")); err == nil {
		t.Error("it counts as written")
	}
}

// Nothing can be answered where stead does not see the screen, or does not know the CLI's dialogs.
func TestDeskNeedsAScreenAndAnswers(t *testing.T) {
	for _, c := range []struct {
		name     string
		driver   inject.Driver
		terminal Terminal
		headless bool
		want     bool
	}{
		{"both", asker{}, &board{}, false, true}, {"no answers", silent{}, &board{}, false, false},
		{"no screen", asker{}, nil, false, false}, {"no terminal", asker{}, &board{}, true, false},
	} {
		o := optionsOf(t, c.driver)
		o.Terminal, o.Delivery.Request.Headless = c.terminal, c.headless
		if got := newSupervisor(o, failing(t)).desk() != nil; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Some CLIs say only that they ask. For what, the call tells that was announced before or is after.
func TestVagueQuestionIsAboutTheCall(t *testing.T) {
	call := signals.Signal{Question: &signals.Question{ID: "1", About: "shell: ls"}}
	for name, told := range map[string][]signals.Signal{
		"before": {call, {State: signals.Permission}}, "after": {{State: signals.Permission}, call},
	} {
		s, _, _ := questioned(t, asker{}, failing(t))
		for _, signal := range told {
			tell(t, s, signal)
		}
		if now := s.o.Files.Record.Current(); now.State != signals.Permission || now.About != "shell: ls" ||
			now.Question == nil {
			t.Errorf("%s: it is %s, about %q", name, now.State, now.About)
		}
	}
	s, _, _ := questioned(t, asker{}, failing(t))
	tell(t, s, call)
	if now := s.o.Files.Record.Current(); now.State != signals.Starting || now.Question != nil {
		t.Errorf("a call alone: it is %s", now.State)
	}
	tell(t, s, signals.Signal{State: signals.Working})
	if now := s.o.Files.Record.Current(); now.State != signals.Working {
		t.Errorf("a CLI that goes on: it is %s", now.State)
	}
}

// TestLookFindsTheQuestionThatIsDrawn has a CLI ask two questions at once, and draw the second one when its user has
// answered the first.
func TestLookFindsTheQuestionThatIsDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, screen, _ := questioned(t, asker{}, failing(t))
		look := func(want string, is signals.State, over int) {
			t.Helper()
			if err := s.status.look(); err != nil {
				t.Error(err)
			}
			now := s.o.Files.Record.Current()
			if now.State != is || now.About != want || len(now.Answers) != over {
				t.Errorf("it is %s, about %q, with %d answers; want %s, %q, %d", now.State, now.About, len(now.Answers), is, want,
					over)
			}
		}
		screen.draw("shell: one")
		tell(t, s, ask("1", "shell: one"))
		tell(t, s, ask("2", "shell: two"))
		look("shell: one", signals.Permission, 0)
		screen.draw("shell: two")
		look("shell: two", signals.Permission, 1)
		screen.draw("a result")
		look("shell: two", signals.Permission, 1) // something may cover the dialog
		tell(t, s, signals.Signal{State: signals.Working})
		if now := s.o.Files.Record.Current(); now.State != signals.Working || len(now.Answers) != 1 {
			t.Errorf("it goes on: it is %s, with %d answers", now.State, len(now.Answers))
		}
		time.Sleep(questions.Settles) // it is looked once more by then
		synctest.Wait()
		time.Sleep(questions.Settles)
		synctest.Wait()
		if now := s.o.Files.Record.Current(); now.State != signals.Working || len(now.Answers) != 2 {
			t.Errorf("in the end it is %s, with %d answers", now.State, len(now.Answers))
		}
	})
}

// The result of one call may look as if the CLI went on while it asks for the next one.
func TestDialogThatStandsThereIsAskedStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, screen, _ := questioned(t, asker{}, failing(t))
		screen.draw("shell: one")
		tell(t, s, ask("1", "shell: one"))
		tell(t, s, signals.Signal{State: signals.Working})
		time.Sleep(questions.Settles)
		synctest.Wait()
		if now := s.o.Files.Record.Current(); now.State != signals.Permission || now.About != "shell: one" {
			t.Errorf("it is %s, about %q", now.State, now.About)
		}
	})
}

// A turn that is over asks for nothing any more.
func TestEndOfTheTurnAnswersAll(t *testing.T) {
	s, screen, _ := questioned(t, asker{}, failing(t))
	screen.draw("shell: one")
	tell(t, s, ask("1", "shell: one"))
	tell(t, s, signals.Signal{State: signals.Input})
	if now := s.o.Files.Record.Current(); now.State != signals.Input || len(now.Answers) != 1 ||
		s.o.Questions.Current() != nil {
		t.Errorf("it is %s, with %d answers", now.State, len(now.Answers))
	}
}

func TestDialogThatIsGoneWhileTheCLIWaitsIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, screen, _ := questioned(t, asker{}, failing(t))
		screen.draw("shell: one")
		tell(t, s, ask("1", "shell: one"))
		if err := s.status.look(); err != nil {
			t.Fatal(err)
		}
		s.o.Questions.Resumed(time.Now())
		screen.draw("a result")
		for range 2 {
			if err := s.status.look(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(questions.Settles)
			synctest.Wait()
		}
		if now := s.o.Files.Record.Current(); now.State != signals.Working || len(now.Answers) != 1 {
			t.Errorf("it is %s, with %d answers", now.State, len(now.Answers))
		}
	})
}

// An answer that a CLI has lost is given again, as long as its dialog stands there.
func TestLostAnswerIsPressedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, screen, typed := questioned(t, asker{}, failing(t))
		screen.draw("shell: ls")
		tell(t, s, ask("1", "shell: ls"))
		if _, err := s.o.Questions.Answer(signals.Choice{Question: "1", Option: signals.Allow}, time.Now()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if typed.String() != "yy" {
			t.Errorf("typed is %q", typed)
		}
		screen.draw("a result")
		time.Sleep(time.Minute)
		synctest.Wait()
		if typed.String() != "yy" {
			t.Errorf("at the end typed is %q", typed)
		}
	})
}

func TestRecordHasTheLastAnswersAndTheJournalAll(t *testing.T) {
	s, _, _ := questioned(t, asker{}, failing(t))
	for i := range mostAnswers + 2 {
		if err := s.status.keepAnswers([]signals.Answer{{Question: fmt.Sprint(i), About: "shell: ls"}}); err != nil {
			t.Fatal(err)
		}
		if got := s.o.Files.Record.Current().Answers; len(got) != min(i+1, mostAnswers) ||
			got[len(got)-1].Question != fmt.Sprint(i) {
			t.Errorf("after %d answers the record has %d", i+1, len(got))
		}
	}
	if got := answers(t, s); len(got) != mostAnswers+2 {
		t.Errorf("the journal has %d", len(got))
	}
}

func TestAnswerThatCannotBeKeptEndsTheCLI(t *testing.T) {
	var reasons []error
	s, screen, _ := questioned(t, asker{}, stops(&reasons))
	screen.draw("shell: ls")
	tell(t, s, ask("1", "shell: ls"))
	tell(t, s, ask("2", "shell: make"))
	s.o.Files.Journal.Close()
	if err := s.status.keepAnswers([]signals.Answer{{Question: "1"}}); err == nil ||
		!strings.HasPrefix(err.Error(), "keep an answer") {
		t.Errorf("the error is %v", err)
	}
	if _ = s.status.asked(signals.Signal{Answered: "1"}); len(reasons) != 1 {
		t.Errorf("it ends with %v", reasons)
	}
	if err := s.status.apply(state.Shown{From: inject.Hook, Signal: signals.Signal{State: signals.Input}}); err == nil {
		t.Error("the end of the turn loses an answer")
	}
	s, _, _ = questioned(t, asker{}, stops(&reasons))
	s.status.record = keyboardBefore(t, nil, "").record // its folder is none
	if err := s.status.keepAnswers([]signals.Answer{{Question: "1"}}); err == nil || errors.Is(err, os.ErrClosed) {
		t.Errorf("the record loses an answer: %v", err)
	}
}
