#pragma once

#include "federated/cells.h"
#include "federated/method.h"
#include "federated/neighbour_embedding.h"
#include "tsne/affinities.h"

namespace dsne::federated {

/// The reference's own part of the affinities P of method joint. P is the sum of this and the
/// sites' parts: t-SNE's (C + Cᵀ)/2N, or UMAP's fuzzy union, over all points of all sites and the
/// reference, N in all, in which points of different sites attract each other only through the
/// reference. A reference point's row of C is its affinities over the reference.
/// @param points N
tsne::Affinities reference_part(const NeighbourEmbedding& embedding, const Matrix& reference,
                                Eigen::Index points);

/// For each of a site's points s: which share of its neighbours at all sites are at its own. It is
/// estimated: with λ the reference's share of them at site and reference (shares_of_reference), and
/// the reference being N_s of N points and like them, its neighbours are λN/N_s times those that
/// site and reference show, so s = (1 − λ)·min(1, N_s/(Nλ)).
/// @param own points of the site
/// @param held_out the reference's points as held_out_points gives them. λ is counted on these:
///   components learnt from few reference points spread them out, and the site's points, which they
///   were not fitted to, would seem nearer to each other than to points like them in the reference
/// @param all points of the federation, N
Vector shares_at_site(const Matrix& own, const Matrix& held_out, double perplexity,
                      Eigen::Index all);

/// The same by landmarks, whose members are known: Σ_l a_l·n_l^own/n_l, a being the point's
/// affinities over the landmarks and n_l the members of each, the point itself left out.
/// @param landmark_of the landmark of each of the site's points
/// @param members of each landmark, of all sites
Vector shares_at_site(const SitePoints& points, const CellNumbers& landmark_of,
                      const Counts& members);

/// A site's part of P, over [own; reference]. A row of C is
/// - nothing for a reference point;
/// - a site's point's affinities over its own site times s, and over the reference times 1 − s. The
///   reference stands for the others.
/// @param points of the site
/// @param at_site s of each, as shares_at_site gives it
/// @param all points of the federation, N
/// @pre at least one own and two reference points
tsne::Affinities site_part(const NeighbourEmbedding& embedding, const SitePoints& points,
                           const Vector& at_site, Eigen::Index all);

/// How much more a site's points have each other as neighbours than if they lay anywhere, each of
/// them: max(0, (s − w)/(1 − w)) with s as in site_part, read off the part itself, and w the site's
/// share of all points. 0 where sites are alike, near 1 where nothing like the site is elsewhere.
/// (Coleman's inbreeding index of a group in a network, 1958.) So that chance does not set single
/// points apart, s is the mean of the point's neighbours', those in the reference counting as it.
/// @param own points of the site, the part's first
/// @param all points of the federation
Vector apartness(const tsne::Affinities& part, Eigen::Index own, Eigen::Index all);

/// A site's part with the affinities between own points i and j times 1 + (e − 1)(aᵢ + aⱼ)/2, a
/// being their apartness: early exaggeration for groups that are at one site. They draw together,
/// while points that have their like elsewhere are left to the reference.
tsne::Affinities with_exaggerated_site(tsne::Affinities part, Eigen::Index own, Eigen::Index all,
                                       double e);

/// After so many iterations a run of joint has settled from where single-shot's placement starts
/// it, and ends unless its owner asks for more: a longer one refines its map.
inline constexpr int joint_settling = 100;

/// The e above at an iteration, counted from 0: from `most` it falls evenly to 1 over the first
/// seven tenths of the iterations, of a long run over the first 70.
double site_exaggeration(double most, int iteration, int iterations);

/// How method joint descends at an iteration.
struct JointStep {
  double exaggeration = 1;   ///< e, as the schedule has it
  double learning_rate = 0;  ///< η: the schedule's, or N/2e, at least 10, for N points. With the
                             ///< gradient's factor 4 that is twice the N/e of Belkina et al.
                             ///< (2019). After the settling iterations it falls with 1 over their
                             ///< number so far: others are seen roughly, and errors would add up
  double momentum = 0;       ///< α, the schedule's final one from the first iteration on
};

/// @param iteration counted from 0
/// @param points N
JointStep joint_step(const tsne::Schedule& schedule, int iteration, Eigen::Index points);

}  // namespace dsne::federated
