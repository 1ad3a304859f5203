package questions_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/questions"
)

var now = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// cli is one that draws a question by its id, and takes y and n.
type cli struct {
	drawn   string
	pressed []string
	lost    int // how many keys it loses
}

func (c *cli) desk() *questions.Desk {
	return &questions.Desk{
		Screen: func() []byte { return []byte(c.drawn) },
		Offers: func(q signals.Question, screen []byte) []inject.Offer {
			if string(screen) != q.ID {
				return nil
			}
			return []inject.Offer{
				{Option: signals.Option{Name: signals.Allow, Label: "Yes"}, Keys: "y"},
				{Option: signals.Option{Name: signals.Deny, Label: "No"}, Keys: "n"},
			}
		},
		Press: func(o inject.Offer) error {
			c.pressed = append(c.pressed, c.drawn+o.Keys)
			if c.lost--; c.lost < 0 {
				c.drawn = ""
			}
			return nil
		},
		Answered: func(signals.Answer) {},
	}
}

// asking returns a register at a CLI that asks two questions at once and draws the first.
func asking(c *cli) *questions.Register {
	r := &questions.Register{}
	r.Sit(c.desk())
	for _, id := range []string{"a", "b"} {
		r.Ask(&signals.Question{ID: id, About: "sh: " + id}, now)
	}
	c.drawn = "a"
	return r
}

func choose(id, option string) signals.Choice {
	return signals.Choice{Question: id, Option: option, By: "somebody"}
}

func TestAnswerCountsOnce(t *testing.T) {
	c := &cli{}
	r := asking(c)
	answer, err := r.Answer(choose("a", signals.Allow), now)
	if err != nil || answer.Label != "Yes" || strings.Join(c.pressed, "") != "ay" {
		t.Fatalf("%+v, %v, pressed %v", answer, err, c.pressed)
	}
	_, err = r.Answer(choose("a", signals.Deny), now)
	var answered *questions.AnsweredError
	if !errors.As(err, &answered) || answered.Answer.By != "somebody" || len(c.pressed) != 1 {
		t.Errorf("a second answer gives %v, pressed %v", err, c.pressed)
	}
}

func TestOnlyTheDialogThatStandsThereIsAnswered(t *testing.T) {
	c := &cli{}
	r := asking(c)
	if _, err := r.Answer(choose("b", signals.Allow), now); !errors.Is(err, questions.ErrNotOffered) {
		t.Errorf("one that is not drawn gives %v", err)
	}
	var unknown *questions.UnknownError
	if _, err := r.Answer(choose("z", signals.Allow), now); !errors.As(err, &unknown) {
		t.Errorf("an unknown one gives %v", err)
	}
	var wrong *questions.OptionError
	if _, err := r.Answer(choose("a", "perhaps"), now); !errors.As(err, &wrong) || len(wrong.Offered) != 2 {
		t.Errorf("a wrong option gives %v", err)
	}
	if _, err := (&questions.Register{}).Answer(choose("", signals.Allow), now); !errors.Is(err, questions.ErrNone) {
		t.Errorf("without a question it gives %v", err)
	}
	if len(c.pressed) > 0 {
		t.Errorf("pressed %v", c.pressed)
	}
}

func TestAnswerOnTheScreenIsKept(t *testing.T) {
	c := &cli{}
	r := asking(c)
	if seen := r.Look(true, now); seen.Drawn == nil || seen.Drawn.ID != "a" || len(seen.Drawn.Options) != 2 {
		t.Fatalf("seen is %+v", seen)
	}
	c.drawn = ""
	if seen := r.Look(true, now); seen.Drawn != nil || seen.Over != nil || seen.Unsettled {
		t.Errorf("something that covers the dialog gives %+v", seen)
	}
	c.drawn = "b"
	seen := r.Look(true, now)
	if seen.Drawn == nil || seen.Drawn.ID != "b" || len(seen.Over) != 1 || seen.Over[0].Question != "a" ||
		seen.Over[0].By != signals.OnScreen {
		t.Errorf("seen is %+v", seen)
	}
	var answered *questions.AnsweredError
	if _, err := r.Answer(choose("a", signals.Allow), now); !errors.As(err, &answered) {
		t.Errorf("a late answer gives %v", err)
	}
}

func TestQuestionStaysThatIsDrawnWhenTheCLISeemsToGoOn(t *testing.T) {
	c := &cli{}
	r := asking(c)
	r.Look(true, now)
	if over := r.Resumed(now); over != nil {
		t.Fatalf("over is %v", over)
	}
	if seen := r.Look(false, now); seen.Drawn == nil || seen.Drawn.ID != "a" || seen.Over != nil {
		t.Errorf("seen is %+v", seen)
	}
	c.drawn = ""
	r.Look(true, now)
	if seen := r.Look(true, now.Add(questions.Settles)); len(seen.Over) != 1 || seen.Unsettled {
		t.Errorf("when it has gone, seen is %+v", seen)
	}
}

// A CLI that draws its screen anew clears it first.
func TestDialogThatIsDrawnAnewIsAskedStill(t *testing.T) {
	c := &cli{}
	r := asking(c)
	r.Look(true, now)
	r.Resumed(now)
	c.drawn = ""
	if seen := r.Look(true, now); seen.Over != nil || !seen.Unsettled {
		t.Errorf("while it is drawn, seen is %+v", seen)
	}
	c.drawn = "a"
	if seen := r.Look(true, now.Add(questions.Settles/2)); seen.Drawn == nil || seen.Over != nil || seen.Unsettled {
		t.Errorf("afterwards, seen is %+v", seen)
	}
	c.drawn = ""
	if seen := r.Look(true, now.Add(questions.Settles)); seen.Over != nil || !seen.Unsettled {
		t.Errorf("when it goes later, seen is %+v", seen)
	}
}

func TestLostKeyIsPressedAgain(t *testing.T) {
	c := &cli{lost: 2, drawn: "a"}
	r := &questions.Register{}
	r.Sit(c.desk())
	r.Ask(&signals.Question{ID: "a", About: "sh: a"}, now)
	if got := pressedUntilTaken(t, c, r); got != "an 0s, an 5s, an 10s" {
		t.Errorf("pressed %s", got)
	}
}

// A busy CLI may read the first key late. It has drawn its next question then, which a second key would answer.
func TestKeyIsNotPressedAgainSoonWhereMoreIsAsked(t *testing.T) {
	c := &cli{lost: 1}
	if got := pressedUntilTaken(t, c, asking(c)); got != "an 0s, an 10s" {
		t.Errorf("pressed %s", got)
	}
	c = &cli{lost: 1, drawn: "a"}
	r := &questions.Register{}
	r.Sit(c.desk())
	r.Call(signals.Question{ID: "b"}, now)
	r.Ask(&signals.Question{ID: "a", About: "sh: a"}, now)
	if got := pressedUntilTaken(t, c, r); got != "an 0s, an 10s" {
		t.Errorf("with a call that may be asked about, pressed %s", got)
	}
}

// pressedUntilTaken answers question a, and returns which keys were pressed, and when.
func pressedUntilTaken(t *testing.T, c *cli, r *questions.Register) string {
	t.Helper()
	answer, err := r.Answer(choose("a", signals.Deny), now)
	if err != nil {
		t.Fatal(err)
	}
	times := []string{c.pressed[0] + " 0s"}
	for at := questions.Recheck; r.PressAgain(answer, now.Add(at)); at += questions.Recheck {
		if len(c.pressed) > len(times) {
			times = append(times, c.pressed[len(times)]+" "+at.String())
		}
	}
	return strings.Join(times, ", ")
}

func TestKeyIsNotPressedAgainIntoAQuestionForTheSame(t *testing.T) {
	c := &cli{lost: 1}
	r := asking(c)
	r.Ask(&signals.Question{ID: "twin", About: "sh: a"}, now)
	answer, err := r.Answer(choose("a", signals.Allow), now)
	if err != nil {
		t.Fatal(err)
	}
	if r.PressAgain(answer, now.Add(time.Hour)) {
		t.Errorf("pressed %v", c.pressed)
	}
}

func TestCallIsAskedAbout(t *testing.T) {
	c := &cli{}
	r := &questions.Register{}
	r.Sit(c.desk())
	r.Call(signals.Question{ID: "a"}, now)
	r.Call(signals.Question{ID: "b"}, now)
	r.Answered("a", now) // its result has come
	if q := r.Ask(nil, now); q == nil || q.ID != "b" {
		t.Errorf("asked is %+v", q)
	}
	if over := r.Ended(now); len(over) != 1 || r.Current() != nil {
		t.Errorf("at the end over is %v", over)
	}
}

// What Codex tells the terminal may be read before the record of the call that it asks for.
func TestCallIsAskedAboutThatIsNotedAfterTheQuestion(t *testing.T) {
	c := &cli{drawn: "b"}
	r := &questions.Register{}
	r.Sit(c.desk())
	r.Call(signals.Question{ID: "a"}, now)
	r.Ask(nil, now)
	if q := r.Call(signals.Question{ID: "b"}, now); q == nil || q.ID != "b" || len(q.Options) == 0 {
		t.Errorf("asked is %+v", q)
	}
	r.Resumed(now)
	if q := r.Call(signals.Question{ID: "c"}, now); q != nil {
		t.Errorf("when it goes on, asked is %+v", q)
	}
}

func TestQuestionFromTheScreenIsNewOnlyOnce(t *testing.T) {
	r := &questions.Register{}
	seen := &signals.Question{About: "sh: a", Partial: true}
	first := r.Ask(seen, now)
	if again := r.Ask(seen, now); first.ID == "" || again.ID != first.ID {
		t.Errorf("seen again, %q is %q", first.ID, again.ID)
	}
	r.Ended(now)
	if q := r.Ask(seen, now.Add(time.Second)); q != nil {
		t.Errorf("a dialog that fades is asked again: %+v", q)
	}
	if q := r.Ask(seen, now.Add(time.Minute)); q == nil || q.ID == first.ID {
		t.Errorf("later it is %+v", q)
	}
}

func TestCLIWithoutADeskAnswersByItself(t *testing.T) {
	r := &questions.Register{}
	r.Ask(&signals.Question{ID: "a"}, now)
	if _, err := r.Answer(choose("a", signals.Allow), now); !errors.Is(err, questions.ErrNotOffered) {
		t.Errorf("the answer gives %v", err)
	}
	if over := r.Resumed(now); len(over) != 1 || over[0].By != signals.OnScreen {
		t.Errorf("when it goes on, over is %v", over)
	}
}

func TestReplyPassesToAnotherProcess(t *testing.T) {
	given := signals.Answer{Question: "a", Option: signals.Allow, Label: "Yes", By: "x", At: now}
	for _, want := range []error{
		nil, questions.ErrNone, questions.ErrHeadless, questions.ErrNotOffered, errors.New("it broke"),
		&questions.AnsweredError{Answer: given},
		&questions.UnknownError{ID: "z"}, &questions.OptionError{Option: "maybe",
			Offered: []signals.Option{{Name: "allow", Label: "Yes"}}},
	} {
		answer, err := questions.ReplyOf(given, want).Result()
		if want == nil && (err != nil || answer != given) || want != nil && (err == nil || err.Error() != want.Error()) {
			t.Errorf("%v comes as %v, %v", want, answer, err)
		}
	}
}
