package machines

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/remote"
)

// Errand is the variable that a node sets for a verb that it carries out, to the name of the machine that has asked.
// Such a verb asks no further machine.
const Errand = setup.Errand + "OF"

// Self is the variable that a node sets beside Errand, to its own name. The verb puts this name before references for
// the machine that has asked.
const Self = setup.Errand + "AT"

// Job is the variable that a node sets for a run that waited for a machine.
const Job = setup.Errand + "JOB"

// The flag that names another machine, and the mark of verbs that other machines can carry out.
const (
	flag        = "on"
	mark        = "machine"
	byFlag      = "by flag"
	byReference = "by reference"
)

// Here is the flag's value for this machine alone.
const Here = "here"

// ByFlag adds a flag to a verb that makes another machine carry out the whole verb.
func ByFlag(c *cobra.Command) {
	annotate(c, mark, byFlag)
	c.Flags().String(flag, "", "ask the machine of this `NAME` alone; here is this one")
}

// ByReference makes the machine carry out a verb that the verb's first argument begins with: laptop/ab12.
func ByReference(c *cobra.Command) { annotate(c, mark, byReference) }

func annotate(c *cobra.Command, key, value string) {
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[key] = value
}

// Route returns the machine that a command line names, and the command line for that machine. Ok is false if this
// machine must carry it out. Line is the whole command line; args are its arguments in the form that the verb gets.
func Route(p *setup.Process, c *cobra.Command, line, args []string) (machine string, there []string, ok bool) {
	if p.Getenv(Errand) != "" {
		return "", nil, false
	}
	if f := c.Flags().Lookup(flag); f != nil && c.Annotations[mark] == byFlag && f.Changed && f.Value.String() != Here {
		return f.Value.String(), remote.Without(line, flag), true
	}
	if c.Annotations[mark] != byReference || len(args) == 0 {
		return "", nil, false
	}
	machine, _, ok = remote.Split(args[0])
	if !ok {
		return "", nil, false
	}
	return machine, relative(line, args, machine), true
}

// relative returns a command line without the machine's name before its references.
func relative(line, args []string, machine string) []string {
	there := slices.Clone(line)
	for _, a := range args {
		if on, rest, ok := remote.Split(a); ok && on == machine {
			there[slices.Index(there, a)] = rest
		}
	}
	return there
}

// Name returns the name of a session or a run of this machine for its reader: with this machine's name if another
// machine has asked.
func Name(p *setup.Process, reference string) string {
	if self := p.Getenv(Self); self != "" {
		return remote.Join(self, reference)
	}
	return reference
}

// Do lets another machine carry out a command line, with this process's terminal or streams. The error is a
// *failure.Exit with the exit code there, or says why nothing was done.
func Do(ctx context.Context, p *setup.Process, machine string, line []string) error {
	h, err := Connect(ctx, p)
	if err != nil {
		return err
	}
	defer h.Close()
	return Ask(ctx, p, h, machine, line)
}
