-- What a backtest tells has grown by earlier interventions, which those that are kept do not know. They are kept for a week, and are
-- made again by asking again.
delete from vigil.alert_backtests;
