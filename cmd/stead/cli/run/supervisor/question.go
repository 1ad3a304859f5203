package supervisor

import (
	"context"
	"fmt"
	"strings"

	"stead/cmd/stead/cli/report"
	"stead/internal/term/plain"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
)

const (
	yesKeys = "\r\nyY"
	noKeys  = "nNqQ\x1b\x03"
)

// Choose implements orchestrator.Terminal. Of several CLIs each has a number as its key.
func (t *Terminal) Choose(ctx context.Context, happened string, all []orchestrator.Successor) (int, error) {
	text, keys := question(happened, all)
	key, err := t.hub.Prompt.Ask(ctx, plain.Text(text), keys+yesKeys+noKeys)
	switch {
	case err != nil || strings.IndexByte(noKeys, key) >= 0:
		return -1, err
	case strings.IndexByte(keys, key) >= 0:
		return int(key - '1'), nil
	}
	return firstUsable(all), nil
}

// mostNumbers is how many CLIs a key can choose from: more than there are.
const mostNumbers = 9

// question is what the user is asked, and the keys that choose.
func question(happened string, all []orchestrator.Successor) (text, keys string) {
	if len(all) == 1 {
		return fmt.Sprintf("%s Continue in %s? [Y/n]", happened, all[0].Title), ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s Continue in which CLI?\n", happened)
	for i, one := range all {
		switch {
		case one.Blocked != "", i >= mostNumbers:
			fmt.Fprintf(&b, "  -  %s: %s\n", one.Title, plain.Line(one.Blocked))
		default:
			fmt.Fprintf(&b, "  %d  %s\n", i+1, one.Title)
			keys += fmt.Sprint(i + 1)
		}
	}
	fmt.Fprintf(&b, "A number, Enter for %s, or n to end here:", all[firstUsable(all)].Title)
	return b.String(), keys
}

// firstUsable is the position of the first that is not blocked. There is one.
func firstUsable(all []orchestrator.Successor) int {
	for i, one := range all {
		if one.Blocked == "" {
			return i
		}
	}
	return 0
}

// Read implements orchestrator.Terminal. The first delivery was reported when it was made; those to CLIs that take a
// run up were not yet.
func (t *Terminal) Read(ctx context.Context, p delivery.Plan) (bool, error) {
	first := !t.wasRead
	t.wasRead = true
	if !t.Pauses || len(p.Report.Losses) == 0 {
		return true, nil
	}
	if err := t.awaitFirst(ctx); err != nil {
		return false, err
	}
	if !t.isAttended() {
		return true, nil
	}
	text := "Press any key to continue, Ctrl-C to stop."
	if !first {
		text = strings.Join(report.Delivery(p.Report), "\n") + "\n" + text
	}
	return t.hub.Prompt.Pause(ctx, plain.Text(text))
}

// isAttended reports whether somebody is there who could read.
func (t *Terminal) isAttended() bool {
	select {
	case <-t.hub.Came():
		return true
	default:
		return false
	}
}
