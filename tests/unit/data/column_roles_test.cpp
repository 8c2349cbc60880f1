// The role of a column by its name, both ways: no id or background is a measure, and no measure has
// another role.

#include "data/column_roles.h"

#include <doctest/doctest.h>

#include <boost/algorithm/string/split.hpp>

#include "data/measure_names.h"
#include "data/scan_kinds.h"

using dsne::data::canonical_measure_name;
using dsne::data::column_role;
using dsne::data::ColumnRole;
using dsne::data::entity_order;
using dsne::data::kind_in_cell;
using dsne::data::kind_in_id;
using dsne::data::measure_key;
using dsne::data::MeasureNames;
using dsne::data::name_subjects;
using Names = std::vector<std::string>;

namespace {

/// @param list names, with commas between them
void check_role(ColumnRole role, const std::string& list) {
  Names names;
  boost::algorithm::split(names, list, [](char c) { return c == ','; });
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(column_role(name) == role);
  }
}

}  // namespace

TEST_CASE("names of persons and scans") {
  check_role(ColumnRole::person,
             "participant_id,subject,Subject_ID,SubjID,SUBJID,subjectkey,src_subject_id,eid,f.eid,"
             "IID,FID,ScanDir ID,SID,RID,PTID,SUB_ID,Measure:volume,Measure:thickness,"
             "Measure.volume,lh.aparc.thickness,rh.aparc.a2009s.volume,URSI,PATNO,Participant,"
             "subject.id,subj");
  check_role(ColumnRole::scan, "bids_name,BIDS_name");
  check_role(ColumnRole::scan_file, "FileName,file_name,FILE_ID,IMAGEUID,Image ID");
  check_role(ColumnRole::modality, "suffix,modality,Modality,scan_type");
}

TEST_CASE("a scan's entities, in BIDS' order") {
  check_role(ColumnRole::entity,
             "session,ses,session_id,VISCODE,eventname,visit,timepoint,run_id,task_id,acq,rec_id,"
             "echo,dir");
  CHECK(entity_order("VISCODE") == 0);
  CHECK(entity_order("task_id") < entity_order("acq_id"));
  CHECK(entity_order("run") < entity_order("echo"));
  CHECK(entity_order("volume") == -1);
}

TEST_CASE("programs' numbers of rows") {
  check_role(ColumnRole::row_number,
             ",Unnamed: 0,Unnamed: 0.1,index,rownames,row.names,level_0,level_1,...1");
  check_role(ColumnRole::maybe_row_number, "X,V1");
}

TEST_CASE("background, by whole names and by words") {
  check_role(ColumnRole::background,
             "site,site_code,SITE_ID,site.name,acq_site,scanner,scanner_type,Manufacturer,age,"
             "AGE_AT_SCAN,Age (years),interview_age,scan_age,sex,gender_id,biological_sex,"
             "EXAMDATE,scan_date,date_of_scan,handedness,DX_GROUP,DX,diagnosis_code,qc_rater_1,"
             "rater_2,overall_rating,qc_status,visual_pass,imgincl_t1w_include,exclude,group,"
             "31-0.0,f.21003.2.0,p54_i2,bids_meta.EchoTime,rating.overall,BMI,Quality control,"
             "FS QC Status,Height,education_years,FIQ,MMSE,ADOS_TOTAL");
}

TEST_CASE("measures are measures, whatever words are inside their names") {
  check_role(ColumnRole::measure,
             "mean_fd,snr_total,lh_average_thickness,average_fd,brain_age,age_gap,brain_age_gap,"
             "percentage_fd,image_noise,opposite_phase,candidate_regions,Left-choroid-plexus,"
             "lh_sexten_area,num_bad_slices,raw_neighbor_corr,size_x,dummy_trs,spacing_tr,"
             "25010-2.0,p25010_i2,qc_mean_fd,qi_1,CSF,summary_bg_mean,smri_vol_scs_hpuslh,V2,X1,"
             "lh_runlength,t1_dice_distance,global_signal,eTIV,anat_fber,IQR,heights_of_sulci");
}

TEST_CASE("the kind of scan in ids and cells is one of a fixed list") {
  CHECK(kind_in_id("sub-01_T1w") == "T1w");
  CHECK(kind_in_id("sub-01_ses-2_t1w.nii.gz") == "T1w");
  CHECK(kind_in_id("sub-01_T2starw") == "T2starw");
  CHECK(kind_in_id("sub-01_task-rest_sbref") == "sbref");
  CHECK(kind_in_id("sub-01_dir-AP_epi") == "epi");
  CHECK(kind_in_id("sub-01_MP2RAGE") == "MP2RAGE");
  CHECK(kind_in_id("sub-01_UNIT1") == "UNIT1");
  CHECK(kind_in_id("sub-01_dwi.nii") == "dwi");
  CHECK(kind_in_id("sub-01_BOLD") == "bold");
  CHECK(kind_in_id("Smith_Jane").empty());
  CHECK(kind_in_id("T1w").empty());
  CHECK(kind_in_cell("T1w") == "T1w");
  CHECK(kind_in_cell("MPRAGE") == "T1w");
  CHECK(kind_in_cell("T2-weighted") == "T2w");
  CHECK(kind_in_cell("rs-fMRI") == "bold");
  CHECK(kind_in_cell("n/a").empty());
  CHECK(kind_in_cell("").empty());
  CHECK(kind_in_cell("anat").empty());
  CHECK(kind_in_cell("Jane Smith") == dsne::data::another_kind);
}

TEST_CASE("spellings of a measure's name have one key") {
  const std::vector<Names> same = {{"Fg Var", "Fg.Var", "fg_var"},
                                   {"25010-2.0", "X25010.2.0"},
                                   {"anat_cnr", "CNR", "cnr"},
                                   {"func_efc", "efc"},
                                   {"Left-Thalamus-Proper", "Left.Thalamus", "Left-Thalamus"},
                                   {"3rd-Ventricle", "X3rd.Ventricle"},
                                   {"IntraCranialVol", "eTIV", "EstimatedTotalIntraCranialVol"},
                                   {"BrainSegVol-to-eTIV", "BrainSegVol.to.eTIV"}};
  for (const Names& names : same) {
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(measure_key(name) == measure_key(names.front()));
    }
  }
  CHECK(measure_key("anat_region") != measure_key("region"));
  CHECK(measure_key("snr_gm") != measure_key("snr_wm"));
  CHECK(canonical_measure_name("anything else") == "anything else");
  const MeasureNames names({"a-b", "a.b", "c d"});
  CHECK(names.find("a.b") == 1U);
  CHECK_FALSE(names.find("a b"));
  CHECK(names.find("c.d") == 2U);
  CHECK_FALSE(names.find("e"));
}

TEST_CASE("names that look like subjects") {
  CHECK(name_subjects({"sub-01", "sub-CON2"}));
  CHECK(name_subjects({"Subject_1", "Subject_2", "Subject_3", "Subject_4"}));
  CHECK(name_subjects({"region", "P1", "NDAR_INV1", "NDAR_INV2", "NDAR_INV3", "NDAR_INV4"}) ==
        false);
  CHECK(name_subjects({"NDAR_INV1", "NDAR_INV2", "NDAR_INV3", "NDAR_INV4"}));
  CHECK_FALSE(name_subjects({"thalamus", "caudate", "subiculum", "control_network"}));
  CHECK_FALSE(name_subjects({"sub-01"}));
}
