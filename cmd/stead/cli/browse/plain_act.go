package browse

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"stead/catalog/listing"
	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/ui/tui"
)

// plainAct is something that users can do with a session. Its key is that of the screen.
type plainAct struct {
	key, does string
	// isFirst says that the question names it. The others are named after a question mark.
	isFirst bool
	// when says for which sessions it works. Nil means for all.
	when func(listing.Row) bool
	do   func(context.Context, *plainly, listing.Row) error
}

// plainActs returns the acts, in the order in which they are named.
func plainActs() []plainAct {
	return []plainAct{
		{"v", "show", true, nil, plainShow},
		{"o", "resume", true, nil, plainResume},
		{"c", "continue in another CLI", true, nil, plainGoOn},
		{"p", "answer what it asks", true, isAsking, plainAnswer},
		{"a", "attach to its run", true, isActive, plainAttach},
		{"s", "send its run a text", true, isActive, plainSend},
		{"x", "switch its run to another CLI", false, isActiveHere, plainSwitchRun},
		{"S", "end its run", false, isActive, plainStop},
		{"d", "what its run has changed", false, hasRunHere, plainChanges},
		{"f", "fork", false, nil, plainFork},
		{"b", "give several CLIs the same prompt", false, nil, plainContest},
		{"h", "have CLIs work one after the other", false, nil, plainChain},
		{"e", "edit a copy", false, nil, plainEdit},
		{"E", "export it as a page", false, nil, plainExport},
		{"y", "its reference", false, nil, plainReference},
	}
}

func hasRunHere(r listing.Row) bool { return r.Origin.Run != "" && r.Machine == "" }
func isActive(r listing.Row) bool {
	return r.Origin.Run != "" && r.Origin.State != "" && !r.Origin.State.Ended()
}
func isActiveHere(r listing.Row) bool { return isActive(r) && r.Machine == "" }
func isAsking(r listing.Row) bool     { return isActive(r) && r.Origin.State == signals.Permission }

// act asks what to do with a session, and does it.
func (l *plainly) act(ctx context.Context, r listing.Row) error {
	able := map[string]plainAct{}
	var first, all []string
	for _, a := range plainActs() {
		if a.when != nil && !a.when(r) {
			continue
		}
		able[a.key] = a
		all = append(all, a.key+" "+a.does)
		if a.isFirst {
			first = append(first, a.key+" "+a.does)
		}
	}
	for {
		answer, err := l.ask(ctx, strings.Join(first, ", ")+", ? for more, or enter: ")
		if err != nil || answer == "" || answer == "q" {
			return err
		}
		if a, ok := able[answer]; ok {
			return a.do(ctx, l, r)
		}
		if err := l.print(all); err != nil {
			return err
		}
	}
}

// begin begins a new session.
func (l *plainly) begin(ctx context.Context) error {
	cli, err := l.ask(ctx, "In which CLI? ")
	if err != nil || cli == "" {
		return err
	}
	prompt, err := l.ask(ctx, "What is it to do? Enter for nothing yet: ")
	if err != nil {
		return err
	}
	line := []string{"run", "--to", cli, "--interactive"}
	if prompt != "" {
		line = append(line, "--prompt", prompt)
	}
	return l.verb(line...)
}

func plainShow(_ context.Context, l *plainly, r listing.Row) error {
	return l.verb("show", r.Reference, "--no-pager")
}

func plainResume(_ context.Context, l *plainly, r listing.Row) error {
	return l.machine.Resume(r).Run()
}

func plainAttach(_ context.Context, l *plainly, r listing.Row) error {
	return l.verb("attach", r.Origin.Run)
}

func plainGoOn(ctx context.Context, l *plainly, r listing.Row) error {
	return l.inCLI(ctx, "run", "--from", r.Reference)
}

func plainFork(ctx context.Context, l *plainly, r listing.Row) error {
	return l.inCLI(ctx, "fork", r.Reference)
}

// inCLI asks for a CLI, and runs a verb that starts it.
func (l *plainly) inCLI(ctx context.Context, line ...string) error {
	cli, err := l.ask(ctx, "In which CLI? ")
	if err != nil || cli == "" {
		return err
	}
	return l.verb(append(line, "--to", cli, "--interactive")...)
}

// plainAnswer reads out what the run asks, and asks for the answer.
func plainAnswer(ctx context.Context, l *plainly, r listing.Row) error {
	q, err := l.question(ctx, r.Origin.Run)
	if err != nil {
		return err
	}
	lines := append([]string{q.Title}, q.Lines...)
	if len(q.Options) == 0 {
		lines = append(lines, "it cannot be answered from here: a attaches to its run")
	}
	var names []string
	for _, o := range q.Options {
		lines, names = append(lines, o.Name+": "+o.Label), append(names, o.Name)
	}
	if err := l.print(lines); err != nil || len(names) == 0 {
		return err
	}
	given, err := l.ask(ctx, strings.Join(names, ", ")+", or enter: ")
	if err != nil || given == "" {
		return err
	}
	return l.say(ctx, "answer", r.Origin.Run, given, "--question", q.ID)
}

// A CLI draws its answers a moment after it has asked: untilDrawn is how long stead waits for them, and glance is the
// time between two looks.
const (
	untilDrawn = 3 * time.Second
	glance     = 100 * time.Millisecond
)

// question returns what a run asks, with its answers once they are there.
func (l *plainly) question(ctx context.Context, run string) (tui.Question, error) {
	limit := time.Now().Add(untilDrawn)
	for {
		q, err := l.machine.Question(ctx, run)
		if err != nil || len(q.Options) > 0 || time.Now().After(limit) {
			return q, err
		}
		select {
		case <-ctx.Done():
			return q, context.Cause(ctx)
		case <-time.After(glance):
		}
	}
}

func plainSend(ctx context.Context, l *plainly, r listing.Row) error {
	text, err := l.ask(ctx, "What is it to do next? ")
	if err != nil || text == "" {
		return err
	}
	return l.say(ctx, "send", r.Origin.Run, "--", text)
}

func plainSwitchRun(ctx context.Context, l *plainly, r listing.Row) error {
	cli, err := l.ask(ctx, "In which CLI does it go on? Its own is ended. ")
	if err != nil || cli == "" {
		return err
	}
	return l.say(ctx, "switch", r.Origin.Run, cli)
}

func plainStop(ctx context.Context, l *plainly, r listing.Row) error {
	sure, err := l.ask(ctx, "y ends the run, enter does not: ")
	if err != nil || sure != "y" {
		return err
	}
	return l.say(ctx, "stop", r.Origin.Run)
}

func plainChanges(ctx context.Context, l *plainly, r listing.Row) error {
	changed, err := l.machine.Changes(ctx, r.Origin.Run)
	if err != nil {
		return err
	}
	return l.print(changed.Lines)
}

func plainContest(ctx context.Context, l *plainly, r listing.Row) error {
	clis, err := l.ask(ctx, "Which CLIs, as claude,codex? ")
	if err != nil || clis == "" {
		return err
	}
	prompt, err := l.ask(ctx, "What are they to do? ")
	if err != nil || prompt == "" {
		return err
	}
	return l.verb("ab", "--from", r.Reference, "--with", clis, "--prompt", prompt)
}

func plainChain(ctx context.Context, l *plainly, r listing.Row) error {
	line := []string{"chain", "--from", r.Reference}
	for {
		step, err := l.ask(ctx, "A step, as codex:Run the tests, or enter to begin: ")
		switch {
		case err != nil:
			return err
		case step != "":
			line = append(line, "--step", step)
		case len(line) == 3:
			return nil
		default:
			return l.verb(line...)
		}
	}
}

func plainEdit(ctx context.Context, l *plainly, r listing.Row) error {
	command, edited := l.machine.Edit(r)
	err := command.Run()
	draft := edited()
	if err != nil || draft == "" {
		return err
	}
	if err := l.print([]string{"the copy is " + draft}); err != nil {
		return err
	}
	return l.inCLI(ctx, "run", "--from", draft)
}

func plainExport(ctx context.Context, l *plainly, r listing.Row) error {
	return l.say(ctx, "session", "export", r.Reference, "--format", "html")
}

func plainReference(_ context.Context, l *plainly, r listing.Row) error {
	return l.print([]string{r.Reference})
}

// verb runs a verb of stead in the terminal.
func (l *plainly) verb(line ...string) error { return l.machine.Verb(line...).Run() }

// say runs a verb of stead that needs no terminal, and prints its output.
func (l *plainly) say(ctx context.Context, line ...string) error {
	lines, err := l.machine.Say(ctx, line...)
	if err != nil {
		return err
	}
	return l.print(lines)
}

// print prints lines without what a terminal would obey.
func (l *plainly) print(lines []string) error {
	out := bufio.NewWriter(l.machine.p.Term.Out)
	for _, line := range lines {
		_, _ = fmt.Fprintln(out, plain.Text(line))
	}
	return out.Flush()
}
