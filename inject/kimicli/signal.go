package kimicli

import (
	"strconv"
	"strings"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/lazy"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. That a turn begins and ends stands in the session; what the CLI asks and which
// requests fail it only draws, or says when a headless run ends (1.51.0).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Output:
		return failure(string(said))
	case inject.Screen:
		return drawn(strings.Split(string(said), "\n"))
	}
	return signals.Signal{}, false
}

// failedCall is what the library says with which the CLI talks to services.
var failedCall = lazy.Regexp(`^Error code: (\d{3}) - `)

func failure(said string) (signals.Signal, bool) {
	if found := failedCall().FindStringSubmatch(said); found != nil {
		return refusal.Ended(number(found[1]), said), true
	}
	if said == "Connection error." || said == "Request timed out." {
		return refusal.Ended(0, said), true
	}
	return signals.Signal{}, false
}

// Lines that the CLI draws.
var (
	requests = lazy.Regexp(`^(\S+) is requesting approval to `)
	retrying = lazy.Regexp(`^Retrying after (.+) · attempt (\d+)/\d+`)
	reported = lazy.Regexp(`^(?:LLM provider error|Server|Network connection failed|Request timed out): (.+)`)
)

// drawn reads what stands behind the last thing that was said: what is above it is over.
func drawn(lines []string) (signal signals.Signal, ok bool) {
	for i, line := range lines {
		line = strings.Trim(line, "│ \t")
		switch {
		case strings.HasPrefix(line, "✨ "), strings.HasPrefix(line, "• "):
			signal, ok = signals.Signal{}, false
		case requests().MatchString(line):
			signal, ok = approval(line, lines[i+1:])
		case retrying().MatchString(line):
			signal, ok = again(line)
		case reported().MatchString(line):
			message := reported().FindStringSubmatch(line)[1]
			if signal, ok = failure(message); !ok {
				signal, ok = refusal.Ended(0, line), true
			}
		}
	}
	return signal, ok
}

// approval reads a request with what follows it, up to the answers.
func approval(request string, below []string) (signals.Signal, bool) {
	about := requests().FindStringSubmatch(request)[1]
	for _, line := range below {
		line = strings.Trim(line, "│→ \t")
		if strings.HasPrefix(line, "[1] Approve") {
			return signals.Signal{State: signals.Permission, About: about}, true
		}
		if line != "" && !strings.Contains(about, ": ") {
			about += ": " + line
		}
	}
	return signals.Signal{}, false
}

// again reads an attempt that is about to be made.
func again(line string) (signals.Signal, bool) {
	found := retrying().FindStringSubmatch(line)
	kind, ok := refusal.Kind(0, found[1])
	if !ok {
		kind = signals.Network
	}
	if found[1] == "server error" {
		kind = signals.Overloaded
	}
	return signals.Signal{State: signals.Working, About: line,
		Limit: &signals.Limit{Kind: kind, Attempt: number(found[2]) - 1}}, true
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
