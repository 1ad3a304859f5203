package machines

import (
	"context"

	"stead/adapters"
	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/orchestrator/exchange"
	"stead/timeline"
)

// Masked returns a session in the form for the machine that has asked for it: without secrets, unless the setting
// redact is off. On this machine it is shown unchanged. IsMasked says that there are secrets; then the entries have no
// records of their CLI. Errors are the stream's.
func Masked(ctx context.Context, p *setup.Process, s *setup.Setup,
	stream timeline.Stream) (shown timeline.Stream, isMasked bool, err error) {
	if p.Getenv(Errand) == "" || !redaction.Policy(s.Config.Redact).IsOn() {
		return stream, false, nil
	}
	shown, masked, err := exchange.Leaving{Vendor: adapters.VendorOf, Redaction: redaction.Always,
		Secrets: s.Secrets()}.Stream(ctx, stream)
	return shown, masked != nil, err
}

// MaskedText returns a function that masks a text for another machine, as [Masked] masks a session.
func MaskedText(p *setup.Process, s *setup.Setup) func(text string) string {
	if p.Getenv(Errand) == "" {
		return func(text string) string { return text }
	}
	return s.Mask()
}
