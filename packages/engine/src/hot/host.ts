/** Functions that this module imports from its owner. */

/** Is it time to stop? Returns 0 for no. Called every few hundred positions. */
export declare function poll(): i32
