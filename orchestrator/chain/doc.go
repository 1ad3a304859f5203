// Package chain runs the steps of a recipe in several CLIs, one after the other, each building on the work of the step
// before.
//
// The chain's record holds everything needed to continue before the chain acts on it, and the record of each step's run
// names the chain and the step. So a chain that was killed at any moment continues at the same place: it accepts a run
// that was completed, resumes one that was interrupted, and begins one that was not begun.
//
//	chain.go      the record
//	folder.go     where records are kept
//	engine.go     begins and resumes chains
//	chain_run.go  which step comes next
//	step.go       one attempt at a step: the prompt, the work, the check
//	work.go       the run that does the work
//	contest.go    the A/B contest that does the work
//	visit.go      the other machine that does the work
//	workspace.go  the folder: its snapshots, its worktree
//	order.go      the recipe with its variables that the user wants to begin
//	watcher.go    what watchers are told
//	data.go       the data that prompts are made with
package chain
