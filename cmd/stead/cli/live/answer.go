package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
)

// answerOptions are the flags of answer.
type answerOptions struct {
	question string
	json     bool
}

func answerCommand(p *setup.Process) *cobra.Command {
	var o answerOptions
	c := &cobra.Command{
		Use: "answer RUN [allow|deny|always]", Short: "Answer a run that asks for a permission",
		Long: "Without an answer, print what the CLI of a run asks, whole, and which answers it takes. With one, give that answer.\n" +
			"An answer counts once: if somebody else was faster, the command says who, and changes nothing.",
		Example: "  stead answer latest            what is asked\n" +
			"  stead answer ab12 allow        permit this one call\n" +
			"  stead answer ab12 always       permit more, as the CLI describes it\n" +
			"  stead answer ab12 deny",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return errors.New("answer needs a run, and an answer or none: stead answer ab12 allow")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				return showQuestion(p, args[0], o)
			}
			return answer(c.Context(), p, args[0], signals.Choice{Question: o.question, Option: args[1], By: "stead answer"})
		},
		ValidArgsFunction: completeAnswer(p),
	}
	c.Flags().StringVar(&o.question, "question", "", "answer only if it is the question with this `ID`")
	c.Flags().BoolVar(&o.json, "json", false, "print the question as JSON")
	machines.ByReference(c)
	return c
}

func showQuestion(p *setup.Process, name string, o answerOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	r, err := s.Active().Find(name)
	if err != nil {
		return err
	}
	q, err := active.QuestionOf(r)
	if err != nil {
		return fmt.Errorf("run %s: %w", r.ID, err)
	}
	if o.json {
		return p.Term.Out.JSON(q)
	}
	return printQuestion(p.Term.Out, q, machines.Name(p, q.Run))
}

// printQuestion prints the complete question of the run with this name: users should not have to permit what they
// cannot see.
func printQuestion(w io.Writer, q active.Question, run string) error {
	var b strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-8s %s\n", name, plain.Line(text))
		}
	}
	line("asks", q.CLI)
	line("agent", q.Agent)
	line("tool", q.Tool)
	line("file", q.Path)
	line("folder", q.Folder)
	line("reason", q.Reason)
	for _, text := range []string{q.Command, q.Change} {
		for row := range strings.Lines(plain.Clean(text)) {
			b.WriteString("    " + strings.TrimRight(row, "\n") + "\n")
		}
	}
	if q.Command == "" && q.Change == "" {
		line("about", q.About)
	}
	if q.Partial {
		b.WriteString("This is the text on the CLI's screen, which cuts long requests.\n")
	}
	for _, o := range q.Options {
		fmt.Fprintf(&b, "  stead answer %s %-8s %s\n", run, o.Name, plain.Line(o.Label))
	}
	if !q.Answerable {
		fmt.Fprintf(&b, "stead cannot answer this; attach to the run: stead attach %s\n", run)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func answer(ctx context.Context, p *setup.Process, name string, choice signals.Choice) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	r, client, err := s.Active().Reach(name)
	if err != nil {
		return err
	}
	defer client.Close()
	given, err := active.Answer(ctx, client, r, choice)
	if errors.Is(err, questions.ErrNone) {
		if _, why := active.QuestionOf(r); why != nil {
			err = why
		}
	}
	if err != nil {
		err = fmt.Errorf("answer run %s: %w", r.ID, err)
		if wrong := (*questions.OptionError)(nil); errors.As(err, &wrong) {
			return failure.Usage(err)
		}
		return err
	}
	p.Term.Err.Message("run %s: %s: %s", r.ID, plain.Line(given.About), plain.Line(given.Label))
	return nil
}

// completeAnswer completes the run, and then the answers.
func completeAnswer(p *setup.Process) cobra.CompletionFunc {
	runs := completeActive(p)
	return func(c *cobra.Command, args []string, begin string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return runs(c, args, begin)
		}
		return []cobra.Completion{signals.Allow, signals.Deny, signals.Always}, cobra.ShellCompDirectiveNoFileComp
	}
}
