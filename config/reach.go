package config

import (
	"fmt"
	"time"
)

// Reach says how machines that have joined a hub share their runs.
type Reach struct {
	// Offline says what happens to a run from another machine when its lease cannot be renewed: stop, or continue.
	// Default: stop.
	Offline string `mapstructure:"offline"`
	// Lease is how long such a run belongs to this machine alone after the last renewal: whole seconds, at least
	// [LeastLease]. Default: two minutes.
	Lease time.Duration `mapstructure:"lease"`
	// Others is what the user's other machines may do here, within their roles: act, look, or nothing. Default: act.
	Others string `mapstructure:"others"`
}

// May reports whether other machines may act here, and whether they may look.
func (r Reach) May() (act, look bool) { return r.Others == othersAct, r.Others != othersNothing }

// LeastLease is the shortest lease. Its last fifth is for ending the CLI, which may take five seconds.
const LeastLease = 30 * time.Second

// GoesOn reports whether a run continues without its lease.
func (r Reach) GoesOn() bool { return r.Offline == offlineContinue }

const (
	offlineStop     = "stop"
	offlineContinue = "continue"

	othersAct     = "act"
	othersLook    = "look"
	othersNothing = "nothing"
)

// ofReach are the settings of Reach.
var ofReach = []known{{key: "reach.offline", kind: offline, fallback: offlineStop},
	{key: "reach.lease", kind: lease, fallback: "2m"}, {key: "reach.others", kind: others, fallback: othersAct}}

func checkOthers(value string) error {
	if value != othersAct && value != othersLook && value != othersNothing {
		return fmt.Errorf("%q is none of %s, %s, %s", value, othersAct, othersLook, othersNothing)
	}
	return nil
}

func checkOffline(value string) error {
	if value != offlineStop && value != offlineContinue {
		return fmt.Errorf("%q is neither %s nor %s", value, offlineStop, offlineContinue)
	}
	return nil
}

func checkLease(value string) error {
	if d, err := time.ParseDuration(value); err != nil || d < LeastLease || d%time.Second != 0 {
		return fmt.Errorf("%q cannot be the length of a lease: write whole seconds, at least %v, as 30s or 2m", value, LeastLease)
	}
	return nil
}

// NATS says where a team's cluster of NATS servers is, for a `stead hub` that uses it.
type NATS struct {
	// URL has the addresses of its servers, tls://HOST:PORT, separated by commas. Default: empty, the hub is a server of
	// its own.
	URL string `mapstructure:"url"`
	// Pin identifies the authority that signs the servers' certificates: the SHA-256 of its public key (SPKI), in base64.
	// Default: empty, an authority that the system knows.
	Pin string `mapstructure:"pin"`
}

// ofNATS are the settings of NATS.
var ofNATS = []known{{key: "nats.url"}, {key: "nats.pin"}}
