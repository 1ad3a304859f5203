package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"stead/cmd/stead/cli/setup"
	"stead/forks/draft"
	"stead/internal/sys/process"
	"stead/internal/term/plain"
	"stead/orchestrator/delivery"
)

// Arrival says what was delivered where, one line each. Of is the process of the user who reads the lines.
func Arrival(of *setup.Process, p delivery.Plan) []string {
	if p.Resumed {
		return []string{fmt.Sprintf("%s continues in %s", p.To.Reference(), of.Tilde(p.Dir))}
	}
	if p.From.CLI == "" {
		return []string{fmt.Sprintf("a new session, %s, in %s", p.To.Reference(), of.Tilde(p.Dir))}
	}
	first := fmt.Sprintf("%s -> %s in %s", origin(p, " ("+copyOf+"%s)"), p.To.Reference(), of.Tilde(p.Dir))
	return slices.Concat([]string{first}, cutLines(p), Delivery(p.Report))
}

// copyOf describes the relation of a draft to its session.
const copyOf = "an edited copy of "

// origin returns the reference of the session that continues. For an edited copy, remark formats the original's
// reference.
func origin(p delivery.Plan, remark string) string {
	if p.Draft == "" {
		return p.From.Reference()
	}
	return draft.Prefix + ":" + p.Draft + fmt.Sprintf(remark, p.From.Reference())
}

// cutLines says where the session was cut, if it was.
func cutLines(p delivery.Plan) []string {
	if p.Cut == nil {
		return nil
	}
	line := "cut        " + p.Cut.String()
	if p.Cut.Gone > 0 {
		line += fmt.Sprintf("; %d entries of its conversation stay behind", p.Cut.Gone)
	}
	return []string{line}
}

// Plan prints what a run would do.
func Plan(of *setup.Process, p delivery.Plan, asJSON bool) error {
	p.Report = WithLists(p.Report)
	if p.Note != "" {
		of.Term.Err.Note("%s", p.Note)
	}
	if asJSON {
		return of.Term.Out.JSON(p)
	}
	for _, line := range PlanLines(of, p) {
		width := of.Term.Out.OwnWidth()
		if strings.HasPrefix(line, planCommand) {
			width = 0 // the user is to copy the line
		}
		if _, err := fmt.Fprintln(of.Term.Out, plain.Message(plain.Text(line), width)); err != nil {
			return err
		}
	}
	return nil
}

// planCommand is the label of the CLI's command line.
const planCommand = "command    "

// PlanLines describes what a run would do, one line each.
func PlanLines(of *setup.Process, p delivery.Plan) []string {
	p.Report = WithLists(p.Report)
	to, folder := "to         "+p.To.CLI+" "+p.Version, "folder     "+of.Tilde(p.Dir)
	command := planCommand + strings.Join(p.Command, " ")
	if p.From.CLI == "" {
		return []string{"from       nothing: the CLI begins a new session", to, folder, command}
	}
	lines := []string{"from       " + origin(p, ", "+copyOf+"%s"), to, folder, "file       " + of.Tilde(p.To.Path),
		command}
	return slices.Concat(lines, cutLines(p), Delivery(p.Report))
}

// OpenLine returns the shell line that opens a session with its own CLI. Dir is the folder, in the form for people.
func OpenLine(dir string, p delivery.Plan) string {
	words := slices.Clone(p.Command)
	if len(words) > 0 {
		words[0] = filepath.Base(words[0])
	}
	return "cd " + process.ShellWord(dir) + " && " + process.ShellLine(words)
}
