package orchestrator

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"stead/orchestrator/delivery"
)

// remarks tells the user, before the CLI takes the terminal, what they should know.
type remarks struct {
	planner delivery.Planner
	seen    Observer
	today   Daily
}

// make makes remarks on a prepared delivery.
func (m remarks) make(d *delivery.Delivery) {
	if d.Source.Note != "" {
		m.seen.Note(d.Source.Note)
	}
	if pid, title, ok := m.planner.Occupant(d.Source.Session); ok {
		m.seen.Note(fmt.Sprintf("%s is still open in %s (process %d): turns that it adds from now on are not included",
			d.Source.Session.Reference(), title, pid))
	}
	m.version(d)
	m.secrets(d)
	m.doubts(d.Source.Open)
	if recorded := d.Source.Dir; recorded != "" && recorded != d.Options.Dir {
		m.seen.Note(fmt.Sprintf("the session was held in %s and continues in %s", recorded, d.Options.Dir))
	}
}

// failover reports CLIs that could not take over, while there is still time to install them.
func (m remarks) failover(ctx context.Context, names []string) {
	for _, name := range names {
		a, err := m.planner.Adapter(name)
		if err == nil {
			_, err = m.planner.Locate(ctx, a.Driver)
		}
		if err != nil {
			m.seen.Note(fmt.Sprintf("%s could not take over at a limit: %v", name, err))
		}
	}
}

// version reports a version that stead was not tested with, once a day. The doctor reports it every time.
func (m remarks) version(d *delivery.Delivery) {
	info := d.Adapter.Driver.Info()
	if d.Request.Unstarted && d.Program.Version == "" {
		m.seen.Note(fmt.Sprintf("%s is not installed here: the session is written for the newest version that stead knows",
			info.Title))
		return
	}
	if !slices.Contains(info.Tested, d.Program.Version) && m.today.First(info.Name+" "+d.Program.Version) {
		m.seen.Note(fmt.Sprintf("%s %s is not a version that stead was tested with (%s)",
			info.Title, cmp.Or(d.Program.Version, "of an unknown version"), strings.Join(info.Tested, ", ")))
	}
}

// secrets warns of a secret in the prompt. It does not mask the secret: the user has written it and may mean it.
func (m remarks) secrets(d *delivery.Delivery) {
	if !d.Request.Redaction.IsOn() {
		return
	}
	for _, secret := range m.planner.Secrets.Find(d.Request.Prompt) {
		m.seen.Note(fmt.Sprintf("the prompt contains what looks like a secret (%s); stead sends your prompts as they are",
			secret.Rule))
	}
}

// doubts names the calls that may have run already. The prompt names the same calls to the model if there is a prompt.
func (m remarks) doubts(calls []string) {
	for _, call := range calls {
		m.seen.Note("a call without a recorded result may have run already: " + call)
	}
}
