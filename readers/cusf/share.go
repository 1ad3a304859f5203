package cusf

import (
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/readers"
)

// shareKind is a kind of optional member that counts toward the grade.
type shareKind int

const (
	usageOfAnswers shareKind = iota
	modelOfAnswers
	parentOfCalls
	modelOfSession
	folderOfSession
	endOfSession
	thinkingOfAnswers
	reasonOfAnswers
	countsOfUsage
	parentOfMessages
	inputOfCalls
	outputOfResults
	failureOfResults
	reasonOfFailures
	projectOfSession
	branchOfSession
	sumsOfEnd
	reasonOfEnd
	shareKinds
)

// shareNames describes the members that count. The standard names usage as a key optional and leaves the others open.
// Tenant, user and machine do not count, because they are CODITECT's own. Truncated does not count, because it only
// matters if it is true.
var shareNames = [shareKinds]struct {
	name string
	key  bool
}{
	usageOfAnswers: {"usage of assistant messages", true}, modelOfAnswers: {"model of assistant messages", true},
	parentOfCalls: {"parent_id of tool_use", true}, modelOfSession: {"llm_model of session_start", true},
	folderOfSession: {"cwd of session_start", true}, endOfSession: {"session_end", true},
	thinkingOfAnswers: {"thinking of assistant messages", false},
	reasonOfAnswers:   {"stop_reason of assistant messages", false},
	countsOfUsage:     {"counts of usage", false}, parentOfMessages: {"parent_id of messages", false},
	inputOfCalls: {"tool_input of tool_use", false}, outputOfResults: {"result of tool_result", false},
	failureOfResults: {"is_error of tool_result", false}, reasonOfFailures: {"error_message of failed tool_result", false},
	projectOfSession: {"project_path of session_start", false}, branchOfSession: {"git_branch of session_start", false},
	sumsOfEnd: {"sums of session_end", false}, reasonOfEnd: {"end_reason of session_end", false},
}

// share counts the places that have a member, and the places that could have it.
type share struct{ have, of int }

// countShares counts the optional members that an entry has, and those that it could have.
func (c *checked) countShares(value jsonl.Value) {
	count := func(kind shareKind, members ...jsonl.Value) {
		for _, member := range members {
			c.shares[kind].of++
			if member != nil {
				c.shares[kind].have++
			}
		}
	}
	switch c.kind {
	case format.SessionStart:
		count(modelOfSession, value.Get("llm_model"))
		count(folderOfSession, value.Get("cwd"))
		count(projectOfSession, value.Get("project_path"))
		count(branchOfSession, value.Get("git_branch"))
	case format.Message:
		count(parentOfMessages, value.Get("parent_id"))
		if value.Get("role").Is("assistant") {
			usage := value.Get("usage")
			count(usageOfAnswers, usage)
			count(modelOfAnswers, value.Get("model"))
			count(thinkingOfAnswers, value.Get("thinking"))
			count(reasonOfAnswers, value.Get("stop_reason"))
			count(countsOfUsage, usage.Get("input"), usage.Get("output"), usage.Get("cache_read"), usage.Get("cache_write"))
		}
	case format.ToolUse:
		count(parentOfCalls, value.Get("parent_id"))
		count(inputOfCalls, value.Get("tool_input"))
	case format.ToolResult:
		count(outputOfResults, value.Get("result"))
		count(failureOfResults, value.Get("is_error"))
		if value.Get("is_error").Bool() {
			count(reasonOfFailures, value.Get("error_message"))
		}
	case format.SessionEnd:
		total := value.Get("total_tokens")
		count(sumsOfEnd, value.Get("total_messages"), total.Get("input"), total.Get("output"))
		count(reasonOfEnd, value.Get("end_reason"))
	}
}

// asShares returns the counts for the verdict. It omits members that no place could have.
func asShares(counts [shareKinds]share) []readers.Share {
	shares := []readers.Share{}
	for kind, c := range counts {
		if c.of > 0 {
			shares = append(shares, readers.Share{Name: shareNames[kind].name, Key: shareNames[kind].key, Have: c.have,
				Of: c.of})
		}
	}
	return shares
}
