package orchestrator

import (
	"fmt"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline/store"
)

// killedCode is the exit code that shells report for a program that SIGKILL has ended.
const killedCode = 128 + 9

// recoverRuns corrects the records of runs whose stead was killed: it marks them as failed, repairs their journals, and
// reports CLIs that are still running. It never fails a run, because corrections that fail now can succeed later.
func (o *Orchestrator) recoverRuns(seen Observer) {
	all, err := o.Runs.All()
	if err != nil {
		return
	}
	for _, run := range all {
		if run.Status != runs.Running || run.Alive() {
			continue
		}
		if run.Child.Alive() {
			seen.Note(fmt.Sprintf("run %s was killed, but its %s still runs as process %d (end it with: kill %d)", run.ID,
				run.To.CLI, run.Child.PID, run.Child.PID))
			continue
		}
		if err := repair(o.Runs.Journal(run.ID)); err != nil {
			seen.Note(fmt.Sprintf("the journal of run %s, which was killed, cannot be repaired: %v", run.ID, err))
		}
		run.Status, run.Reason, run.ExitCode = runs.Failed, "stead was killed", killedCode
		run.State, run.About = signals.Failed, run.Reason
		if err := o.Runs.Save(run); err != nil {
			seen.Note(fmt.Sprintf("the record of run %s, which was killed, cannot be corrected: %v", run.ID, err))
		}
	}
}

func repair(journal string) error {
	j, _, err := store.Reopen(journal)
	if err != nil {
		return err
	}
	return j.Close()
}
