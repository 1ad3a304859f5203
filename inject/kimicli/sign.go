package kimicli

import (
	"regexp"
	"strconv"
	"strings"

	"stead/inject"
	"stead/internal/refusal"
	"stead/signs"
)

var _ inject.Signaller = Driver{}

// Sign implements inject.Signaller. That a turn begins and ends stands in the session; what the CLI asks and which requests fail it only
// draws, or says when a headless run ends (1.51.0).
func (Driver) Sign(from inject.Source, said []byte) (signs.Sign, bool) {
	switch from {
	case inject.Speech:
		return failure(string(said))
	case inject.Screen:
		return drawn(strings.Split(string(said), "\n"))
	}
	return signs.Sign{}, false
}

// failedCall is what the library says with which the CLI talks to services.
var failedCall = regexp.MustCompile(`^Error code: (\d{3}) - `)

func failure(said string) (signs.Sign, bool) {
	if found := failedCall.FindStringSubmatch(said); found != nil {
		return refusal.Ended(number(found[1]), said), true
	}
	if said == "Connection error." || said == "Request timed out." {
		return refusal.Ended(0, said), true
	}
	return signs.Sign{}, false
}

// Lines that the CLI draws.
var (
	requests = regexp.MustCompile(`^(\S+) is requesting approval to `)
	retrying = regexp.MustCompile(`^Retrying after (.+) · attempt (\d+)/\d+`)
	reported = regexp.MustCompile(`^(?:LLM provider error|Server|Network connection failed|Request timed out): (.+)`)
)

// drawn reads what stands behind the last thing that was said: what is above it is over.
func drawn(lines []string) (sign signs.Sign, ok bool) {
	for i, line := range lines {
		line = strings.Trim(line, "│ \t")
		switch {
		case strings.HasPrefix(line, "✨ "), strings.HasPrefix(line, "• "):
			sign, ok = signs.Sign{}, false
		case requests.MatchString(line):
			sign, ok = approval(line, lines[i+1:])
		case retrying.MatchString(line):
			sign, ok = again(line)
		case reported.MatchString(line):
			message := reported.FindStringSubmatch(line)[1]
			if sign, ok = failure(message); !ok {
				sign, ok = refusal.Ended(0, line), true
			}
		}
	}
	return sign, ok
}

// approval reads a request with what follows it, up to the answers.
func approval(request string, below []string) (signs.Sign, bool) {
	about := requests.FindStringSubmatch(request)[1]
	for _, line := range below {
		line = strings.Trim(line, "│→ \t")
		if strings.HasPrefix(line, "[1] Approve") {
			return signs.Sign{State: signs.Permission, About: about}, true
		}
		if line != "" && !strings.Contains(about, ": ") {
			about += ": " + line
		}
	}
	return signs.Sign{}, false
}

// again reads an attempt that is about to be made.
func again(line string) (signs.Sign, bool) {
	found := retrying.FindStringSubmatch(line)
	kind, ok := refusal.Kind(0, found[1])
	if !ok {
		kind = signs.Network
	}
	if found[1] == "server error" {
		kind = signs.Overloaded
	}
	return signs.Sign{State: signs.Working, About: line, Limit: &signs.Limit{Kind: kind, Attempt: number(found[2]) - 1}}, true
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
