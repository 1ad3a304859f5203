package travel

import (
	"context"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator/travel"
	"stead/reach/remote"
)

// Pull brings the session here that a run continues, if it is on another machine: see [travel.Pull]. The other machine
// masks its secrets by the settings that the command line gives, else by its own. Pull returns the arguments behind the
// verb run as they are for the session that has come. Errors are those of [travel.Pull.Bring] and of the hub.
func Pull(ctx context.Context, p *setup.Process, o *flags.Run, settings config.Flags,
	given []string) ([]string, error) {
	machine, reference, ok := remote.Split(o.Request.From)
	if !ok {
		return given, nil
	}
	s, err := p.Load(nil)
	if err != nil {
		return nil, err
	}
	h, err := machines.Connect(ctx, p)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	a, err := travel.Pull{
		Home: homeOf(p, s), Hub: h, Machine: machine, Reference: reference,
		Flags: append([]string{"--to=" + o.Request.To}, redactOf(settings)...), IsTrial: o.DryRun,
	}.Bring(ctx, o.Request.Dir != "")
	if err != nil {
		return nil, err
	}
	o.Request.From = "universal:" + a.File
	given = append(remote.Without(given, "from"), "--from="+o.Request.From)
	if o.Request.Dir == "" && a.Dir != "" {
		o.Request.Dir = a.Dir
		given = append(given, "--cwd="+a.Dir)
	}
	return given, nil
}

// redactOf returns the flag for secrets that the command line gives, as an argument for another machine. Without one,
// that machine uses its own settings.
func redactOf(settings config.Flags) []string {
	if f := settings["redact"]; f != nil && f.Changed {
		return []string{"--redact=" + f.Value.String()}
	}
	return nil
}
