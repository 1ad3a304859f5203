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

// Signal implements inject.Signaller. The session shows the beginning and the end of turns. The CLI only displays its
// questions and failed requests, or reports them at the end of a headless run (1.51.0).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Output:
		return failure(string(said))
	case inject.Screen:
		return drawn(strings.Split(string(said), "\n"))
	}
	return signals.Signal{}, false
}

// failedCall matches messages of the library that the CLI uses to call services.
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

// Lines that the CLI displays.
var (
	requests = lazy.Regexp(`^(\S+) is requesting approval to `)
	retrying = lazy.Regexp(`^Retrying after (.+) · attempt (\d+)/\d+`)
	reported = lazy.Regexp(`^(?:LLM provider error|Server|Network connection failed|Request timed out): (.+)`)
)

// drawn reads the lines after the last message. Everything above them is over.
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

// approval reads a request and the lines after it, up to the answers.
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

// again reads a message on an upcoming attempt.
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
