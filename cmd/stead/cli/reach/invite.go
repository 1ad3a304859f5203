package reach

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/term/plain"
	"stead/reach/member"
	"stead/reach/owner"
)

// ask asks the hub that runs in the folder.
func ask(ctx context.Context, p *setup.Process, o *hubOptions, r owner.Request) (owner.Answer, error) {
	folder, err := hubFolder(p, o.folder)
	if err != nil {
		return owner.Answer{}, err
	}
	a, err := owner.Ask(ctx, folder, r)
	if errors.Is(err, owner.ErrAway) {
		return a, &failure.Error{Code: failure.NotFound, Text: "no hub runs in " + p.Tilde(folder),
			Tip: "stead hub starts it; on another machine's hub, use stead there"}
	}
	return a, err
}

// invitation is what invite prints as JSON.
type invitation struct {
	Line    string    `json:"line"`
	User    string    `json:"user"`
	Roles   []string  `json:"roles"`
	Expires time.Time `json:"expires"`
}

func inviteCommand(p *setup.Process, o *hubOptions) *cobra.Command {
	var asJSON bool
	var roles []string
	var of string
	var within time.Duration
	c := &cobra.Command{
		Use: "invite", Short: "Print a line with which one machine can join", Args: flags.NoArgs,
		Long: "invite prints a line for stead join. Whoever has the line can join once, until it expires.\n\n" +
			"A node shows its sessions and runs, and works for others; an operator reads them and acts on them; a viewer only reads them.",
		Example: "  stead hub invite\n  stead hub invite --role viewer --for 5m      a phone, that only looks",
		RunE: func(c *cobra.Command, _ []string) error {
			if of == "" {
				of = userName()
			}
			r := owner.Request{Do: "invite", User: of, For: within}
			for _, name := range roles {
				r.Roles = append(r.Roles, member.Role(name))
			}
			a, err := ask(c.Context(), p, o, r)
			if err != nil {
				return err
			}
			return printLine(p, invitation{Line: a.Line, User: of, Roles: roles,
				Expires: time.Now().Add(within).UTC().Truncate(time.Second)}, within, asJSON)
		},
	}
	c.Flags().StringSliceVar(&roles, "role", []string{string(member.Node), string(member.Operator)},
		"what the machine may do: `ROLE` node, operator, viewer")
	within = 15 * time.Minute
	c.Flags().Var((*lifetime)(&within), "for", "for how long the line is good: a `TIME` such as 15m, 2h or 7d")
	c.Flags().StringVar(&of, "user", "",
		"whose machine it is: a `NAME`; machines of one user see each other (default yours)")
	_ = c.RegisterFlagCompletionFunc("role", cobra.FixedCompletions(everyRole, cobra.ShellCompDirectiveNoFileComp))
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}

// lifetime is a flag for a time that may be of days.
type lifetime time.Duration

// String implements pflag.Value.
func (l *lifetime) String() string { return plain.Duration(time.Duration(*l)) }

// Type implements pflag.Value.
func (*lifetime) Type() string { return "TIME" }

// Set implements pflag.Value.
func (l *lifetime) Set(text string) error {
	d, err := time.ParseDuration(text)
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil {
		return errors.New("a time is a number with a unit: 30s, 15m, 2h or 7d")
	}
	*l = lifetime(d)
	return nil
}

func printLine(p *setup.Process, i invitation, within time.Duration, asJSON bool) error {
	if asJSON {
		return p.Term.Out.JSON(i)
	}
	p.Term.Err.Message("On the other machine, within %s:", plain.Duration(within))
	_, err := fmt.Fprintln(p.Term.Out, "stead join "+i.Line)
	return err
}
