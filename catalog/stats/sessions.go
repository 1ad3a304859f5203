package stats

import (
	"strings"

	"stead/internal/sys/dirs"
)

// readSessions reads which sessions are wanted.
func (s *summing) readSessions() error {
	models, err := s.withModel()
	if err != nil {
		return err
	}
	rows, err := s.db.QueryContext(s.ctx, "SELECT n, cli, project, parent, ifnull(within, 0) FROM session")
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of rows.Err
	s.sessions = map[int64]session{}
	isWanted := dirs.OfProject(s.Project)
	for rows.Next() {
		var n, within int64
		var cli, folder, parent string
		if err := rows.Scan(&n, &cli, &folder, &parent, &within); err != nil {
			return err
		}
		of := session{cli: cli, folder: s.folder(folder), isPart: parent != "", within: within, hasModel: s.Model == "" ||
			models[n]}
		if (s.CLI == "" || strings.EqualFold(cli, s.CLI)) && (isWanted(of.folder) || isWanted(folder)) {
			s.sessions[n] = of
		}
	}
	return rows.Err()
}

// withModel returns the sessions that have a response of a model that is wanted.
func (s *summing) withModel() (map[int64]bool, error) {
	have := map[int64]bool{}
	if s.Model == "" {
		return have, nil
	}
	rows, err := s.db.QueryContext(s.ctx, "SELECT n, model FROM usage")
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // its error is that of rows.Err
	for rows.Next() {
		var n int64
		var model string
		if err := rows.Scan(&n, &model); err != nil {
			return nil, err
		}
		have[n] = have[n] || s.wantsModel(model)
	}
	return have, rows.Err()
}
