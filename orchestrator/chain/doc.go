// Package chain has several CLIs do the steps of a recipe, one after the other, each with what the one before has done.
//
// What is needed to go on is in the chain's record before it is acted upon, and each step's run says in its own record
// which step of which chain it is. So a chain that was killed at any moment continues where it was: a run that was
// completed is taken for what it is, one that was broken off is resumed, one that was not begun is begun.
//
//	chain.go   the record
//	folder.go  where records are kept
//	engine.go  begins and resumes chains
//	chain_run.go  which step comes next
//	step.go    one attempt at a step: the prompt, the work, the check
//	work.go    the run that does it
//	contest.go the A/B that does it
//	visit.go   the other machine that does it
//	workspace.go  the folder: its snapshots, its worktree
//	order.go   the recipe with its variables, which is to begin
//	watcher.go  what whoever watches is told
//	data.go    what prompts are made with
package chain
