package fidelity

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// Report writes down what arrives, for people: the results of the sources, in their order, and what the page of kinds
// says.
func Report(sources, targets []string, results map[string]Results, kindsPage string) string {
	isUnmeasured := func(target string) bool {
		return !slices.ContainsFunc(sources, func(source string) bool {
			_,
				sessions := results[source].Into(target)
			return sessions > 0
		})
	}
	var b strings.Builder
	b.WriteString(introduction)
	measured := slices.DeleteFunc(slices.Clone(targets), isUnmeasured)
	overview(&b, sources, measured, results, Counts.share)
	for _, target := range targets {
		if isUnmeasured(target) {
			fmt.Fprintf(&b,
				"\nThere is no column for %s: no package registry has it (`scripts/%s` looks), so nothing could be measured.\n", target, target)
		}
	}
	targets = measured
	b.WriteString(contextIntroduction)
	overview(&b, sources, targets, results, Counts.contextShare)
	for _, source := range sources {
		section(&b, source, targets, results[source])
	}
	kinds(&b, kindsPage)
	b.WriteString(acts)
	return b.String()
}

// acts are what a user may do inside a run, which no matrix of conversions shows.
//
//go:embed acts.md
var acts string

const introduction = `# What arrives

Each row is the CLI or format of a source session, each column the real CLI that continues it. ` + "`stead run`" + ` injects recorded sessions.
The tests then compare the CLI's request to its model, item by item, with the request of the session's own CLI. Every prompt, answer,
call, result and picture must be there once, in order, and calls must use the CLI's own tools if it has them. The tests write this page
(` + "`make matrix`" + `). They fail if a cell gets worse, or if something is missing that stead did not report. stead declares a value that
arrives as the target's nearest equivalent as approximate: nothing of it is missing ([universal.md](universal.md#calls)).

The comparison leaves out a closed list (` + "`e2e/anew`" + `), which each CLI makes anew for its own model: instructions (CLAUDE.md, AGENTS.md), the environment, lists of
skills, agents and tools, the texts of modes, remarks about other texts, and the traces of commands like ` + "`/model`" + `.

## What was said and done

Prompts, answers, calls, results and pictures.

`

const contextIntroduction = `
## Context that nobody typed

What a prompt names (files, folders, resources), the output of the user's own shell commands, the texts of skills and hooks, the ends of
background jobs, interruptions. A dash means that no recorded session has any.

`

// overview is one table of what share of all items arrives.
func overview(b *strings.Builder, sources, targets []string, results map[string]Results, share func(Counts) string) {
	fmt.Fprintf(b, "| from \\ to | %s |\n|---%s|\n", strings.Join(targets, " | "), strings.Repeat("|---", len(targets)))
	for _, source := range sources {
		fmt.Fprintf(b, "| %s |", source)
		for _, target := range targets {
			cell, sessions := results[source].Into(target)
			if sessions == 0 {
				b.WriteString(" – |")
				continue
			}
			fmt.Fprintf(b, " %s |", share(cell.Counts))
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
	case all.whole() && c.Extra == 0:
		return "100 %"
	case all.whole():
		return fmt.Sprintf("100 %%, %d too many", c.Extra)
	}
	return fmt.Sprintf("%.1f %%", 100*float64(all.Arrived)/float64(all.Of))
}

// contextShare is the part of the context that arrived.
func (c Counts) contextShare() string {
	switch {
	case c.Context.Of == 0:
		return "–"
	case c.Context.whole():
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(c.Context.Arrived)/float64(c.Context.Of))
}

// section is one source: what arrives of its sessions, and what each target cannot hold.
func section(b *strings.Builder, source string, targets []string, results Results) {
	fmt.Fprintf(b,
		"\n## From %s\n\n| to | sessions | prompts | answers | calls | results | pictures | thinking | context |\n|---|---|---|---|---|---|---|---|---|\n", source)
	var losses strings.Builder
	for _, target := range targets {
		cell, sessions := results.Into(target)
		if sessions == 0 {
			continue
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", target, sessions,
			cell.User, cell.Assistant, cell.Calls, cell.Results, cell.Images, cell.Thinking, cell.Context)
		for i, loss := range cell.Losses {
			switch {
			case i == 0 || cell.Losses[i-1].Why != loss.Why:
				fmt.Fprintf(&losses, "- %s: ", target)
			default:
				losses.WriteString(", ")
			}
			if loss.Kind != "" {
				losses.WriteString(loss.Kind + ": ")
			}
			fmt.Fprintf(&losses, "%s (%d)", loss.What, loss.Count)
			if i+1 == len(cell.Losses) || cell.Losses[i+1].Why != loss.Why {
				fmt.Fprintf(&losses, ": %s\n", loss.Why)
			}
		}
	}
	if losses.Len() > 0 {
		fmt.Fprintf(b, "\nWhat stead declares as lost, left out or approximate:\n\n%s", losses.String())
	}
}
