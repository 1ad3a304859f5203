package flags

import (
	"github.com/google/uuid"

	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/orchestrator/exchange"
	"stead/writers"
	"stead/writers/cusf"
)

// Exchange returns the options for all sessions that leave stead as files.
func Exchange(s *setup.Setup) exchange.Options {
	return exchange.Options{
		Options:   writers.Options{Now: s.Host.Now(), NewID: uuid.NewString},
		Redaction: redaction.Policy(s.Config.Redact), Secrets: s.Secrets(),
		Owner: cusf.Owner{Machine: s.Config.CUSF.MachineID, Tenant: s.Config.CUSF.TenantID, User: s.Config.CUSF.UserID},
	}
}
