package database

import (
	"context"

	"github.com/google/uuid"
)

// identityRow is the name under which the table source keeps a database's identity.
const identityRow = "identity"

// Identity returns what tells a tenant's rows of this database from those of any other, and from those that are made
// anew later: whoever copies them notes how far it came under that name.
func (d *Database) Identity(ctx context.Context) (id string, err error) {
	o := d.options
	const insert = "INSERT INTO source (tenant_id, team_id, project_id, file, position, mark) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING"
	if _, err := d.sessions.ExecContext(ctx, insert, o.Tenant, o.Team, o.Project, identityRow,
		uuid.NewString()); err != nil {
		return "", err
	}
	err = d.sessions.QueryRowContext(ctx, "SELECT mark FROM source WHERE tenant_id = ? AND file = ?", o.Tenant,
		identityRow).Scan(&id)
	return id, err
}
