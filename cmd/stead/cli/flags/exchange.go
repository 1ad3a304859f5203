package flags

import (
	"github.com/google/uuid"

	"stead/cmd/stead/cli/setup"
	"stead/inject/redaction"
	"stead/orchestrator/exchange"
	"stead/writers"
	"stead/writers/cusf"
)

// Exchange are the options of every session that leaves stead as a file.
func Exchange(s *setup.Setup) exchange.Options {
	return exchange.Options{
		Options:   writers.Options{Now: s.Host.Now(), NewID: uuid.NewString},
		Redaction: redaction.Policy(s.Config.Redact), Secrets: s.Secrets(),
		Owner: cusf.Owner{Machine: s.Config.CUSF.MachineID, Tenant: s.Config.CUSF.TenantID, User: s.Config.CUSF.UserID},
	}
}
