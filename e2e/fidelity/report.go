package fidelity

import (
	"fmt"
	"slices"
	"strings"
)

// Report writes down what arrives, for people: the ledgers of the sources, in their order, and what is known of newer versions.
func Report(sources, targets []string, ledgers map[string]Ledger, drift Drift) string {
	targets = slices.DeleteFunc(slices.Clone(targets), func(target string) bool {
		return !slices.ContainsFunc(sources, func(source string) bool { _, sessions := ledgers[source].Into(target); return sessions > 0 })
	})
	var b strings.Builder
	b.WriteString(introduction)
	overview(&b, sources, targets, ledgers)
	for _, source := range sources {
		section(&b, source, targets, ledgers[source])
	}
	drift.section(&b)
	return b.String()
}

const introduction = `# What arrives

Each row is a CLI or format that a session comes from, each column the real CLI that goes on with it. Recorded sessions are injected by
` + "`stead run`" + `, and the request that the CLI then sends to its model is compared, item by item, with the one that the session's own CLI
sends for it: every prompt, answer, call, result and picture must be there once, in order, calls as the CLI's own tools where it has
them. The tests write this page (` + "`make matrix`" + `) and fail when a cell gets worse.

`

// overview is one table of what share of all items arrives.
func overview(b *strings.Builder, sources, targets []string, ledgers map[string]Ledger) {
	fmt.Fprintf(b, "| from \\ to | %s |\n|---%s|\n", strings.Join(targets, " | "), strings.Repeat("|---", len(targets)))
	for _, source := range sources {
		fmt.Fprintf(b, "| %s |", source)
		for _, target := range targets {
			cell, sessions := ledgers[source].Into(target)
			if sessions == 0 {
				b.WriteString(" – |")
				continue
			}
			fmt.Fprintf(b, " %s |", cell.share())
		}
		b.WriteString("\n")
	}
}

// share is the part of all items, thinking aside, that arrived.
func (c Counts) share() string {
	var all Count
	for _, count := range []Count{c.User, c.Assistant, c.Calls, c.Results, c.Images} {
		all.Arrived += count.Arrived
		all.Of += count.Of
	}
	switch {
	case c.Whole():
		return "100 %"
	case all.whole():
		return fmt.Sprintf("100 %%, %d too many", c.Extra)
	}
	return fmt.Sprintf("%.1f %%", 100*float64(all.Arrived)/float64(all.Of))
}

// section is one source: what arrives of its sessions, and what each target cannot hold.
func section(b *strings.Builder, source string, targets []string, ledger Ledger) {
	fmt.Fprintf(b, "\n## From %s\n\n| to | sessions | prompts | answers | calls | results | pictures | thinking |\n|---|---|---|---|---|---|---|---|\n", source)
	var losses strings.Builder
	for _, target := range targets {
		cell, sessions := ledger.Into(target)
		if sessions == 0 {
			continue
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %s | %s |\n", target, sessions,
			cell.User, cell.Assistant, cell.Calls, cell.Results, cell.Images, cell.Thinking)
		for _, loss := range cell.Losses {
			fmt.Fprintf(&losses, "- %s: %s (%d): %s\n", target, loss.What, loss.Count, loss.Why)
		}
	}
	if losses.Len() > 0 {
		fmt.Fprintf(b, "\nWhat stead declares as lost or left out:\n\n%s", losses.String())
	}
}
