package ab

import (
	"fmt"
	"strings"
	"time"

	"stead/orchestrator/ab"
	"stead/runs"
	"stead/runs/notify"
)

// notifyEnd notifies a user who does not watch the terminal of the contest's end. A user who ended it needs no notice.
func notifyEnd(n *notify.Notifier, c ab.Contest, now time.Time) {
	if c.ID == "" || c.Status == runs.Interrupted {
		return
	}
	var winners []string
	for _, one := range c.Winners() {
		winners = append(winners, one.Name)
	}
	e := notify.Event{
		Kind: notify.Finished, At: now, CLI: "contest", Session: c.Reference(), Project: c.Dir, Title: c.Prompt,
		About: "nobody succeeded", Command: "stead ab show " + c.ID, Took: c.Ended.Sub(c.Started),
	}
	if len(winners) == 0 {
		e.Kind = notify.Failed
	} else {
		e.About = fmt.Sprintf("%d of %d succeeded: %s", len(winners), len(c.Contestants), strings.Join(winners, ", "))
	}
	n.Notify(e)
}
