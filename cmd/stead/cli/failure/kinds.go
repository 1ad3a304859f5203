package failure

import (
	"context"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/search"
	"stead/forks"
	"stead/forks/draft"
	"stead/inject"
	"stead/inject/injection"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/installed"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/orchestrator/chain"
	"stead/orchestrator/delivery"
	"stead/orchestrator/exchange"
	"stead/orchestrator/questions"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/orchestrator/templates"
	"stead/orchestrator/travel"
	"stead/reach/journey"
	"stead/runs"
)

// kinds are the errors with their own exit code and hint. The first match counts.
var kinds = []struct {
	is   error
	code int
	hint string
}{
	{ErrInterrupted, Interrupted, ""},
	{session.ErrInterrupted, Interrupted, ""},
	{context.Canceled, Interrupted, ""},
	{catalog.ErrReference, WrongUsage, "`stead help` lists the forms of a reference"},
	{inject.ErrPolicy, WrongUsage, ""},
	{forks.ErrPoint, WrongUsage, ""},
	{draft.ErrEdit, WrongUsage, ""},
	{draft.ErrHistory, WrongUsage, ""},
	{draft.ErrNotFound, NotFound, "`stead session edit --list` lists the drafts"},
	{draft.ErrAmbiguous, Ambiguous, "give more of the id"},
	{draft.ErrGone, Failed, "--undo takes back the edits that rest on it"},
	{draft.ErrRevision, Failed, "look at it again with --show, and repeat the edit"},
	{source.ErrNoParent, WrongUsage, ""},
	{delivery.ErrNoDriver, WrongUsage, ""},
	{delivery.ErrNoModel, WrongUsage, ""},
	{delivery.ErrPromptTooLong, WrongUsage, ""},
	{exchange.ErrNoStandard, WrongUsage, "`stead session show` tells whether a session can be read"},
	{travel.ErrNotFound, NotFound, ""},
	{runs.ErrNotFound, NotFound, "`stead ps --all` lists the runs"},
	{questions.ErrNone, NotFound, "`stead ps` shows what each run does"},
	{questions.ErrNotOffered, Failed, "answer it in the CLI: `stead attach`"},
	{active.ErrNone, NotFound, "`stead ps --all` lists the ended ones"},
	{templates.ErrNotFound, NotFound, "`stead template list` lists the templates"},
	{templates.ErrValue, WrongUsage, "`stead template show NAME` shows a template's variables; --var NAME=VALUE sets one"},
	{templates.ErrUntrusted, Failed, "`stead template show NAME` shows what it does; --trust lets it run commands"},
	{ab.ErrPlan, WrongUsage, ""},
	{chain.ErrVars, WrongUsage, ""},
	{chain.ErrWaiting, Waiting, ""},
	{chain.ErrNotFound, NotFound, "`stead chain list` lists the chains"},
	{ab.ErrFailedCheck, Failed, "--force picks it all the same"},
	{ab.ErrNotFound, NotFound, "`stead ab list` lists the contests"},
	{ab.ErrNobody, NotFound, "`stead ab show` shows the contestants"},
	{search.ErrNothing, NotFound, ""},
	{adapter.ErrNotFound, NotFound, "`stead list` lists the sessions"},
	{catalog.ErrAmbiguous, Ambiguous, "give more of the id"},
	{ab.ErrAmbiguous, Ambiguous, "give more of the id"},
	{chain.ErrAmbiguous, Ambiguous, "give more of the id"},
	{runs.ErrAmbiguous, Ambiguous, "give more of the id"},
	{installed.ErrNotInstalled, NotInstalled,
		"install it, or set `cli.<name>.binary` to its path (see `stead config path`)"},
	{injection.ErrUnconfirmed, Unconfirmed, ""},
	{session.ErrBudget, OverBudget, ""},
	{session.ErrCLIFailed, CLIFailed, ""},
	{ab.ErrGoesOn, WouldLose, "`stead ab stop` ends it"},
	{ab.ErrUnpicked, WouldLose, "`--branches --force` removes it anyway"},
	{chain.ErrLoss, WouldLose, "--force removes it anyway"},
	{journey.ErrUnfetched, WouldLose,
		"fetch it where it came from (stead fetch MACHINE/RUN), or merge its branch; --unfetched loses it"},
	{active.ErrBusy, WouldLose, "--force ends it first"},
	{atomicfile.ErrExists, WouldLose, "--force overwrites it"},
	{adapter.ErrExists, WouldLose, ""},
	{adapter.ErrFormat, Failed, "if the content does not show the format, name the CLI: claude:FILE"},
}
